import type { EntityType } from '../domain/graph.js';
import { nounKind } from './names/common-nouns.js';
import {
  AMBIGUOUS_GIVEN_NAMES,
  COMMON_WORDS,
  CONNECTORS,
  COURTESY_TITLES,
  EVENT_HEADS,
  gazetteerTypes,
  GIVEN_NAMES,
  NICKNAMES,
  ORGANISATION_HEADS,
  PASSING_TITLES,
  PLACE_HEADS,
} from './names/gazetteer.js';
import { areTwins, isClipped, isMisspelt, normaliseName, soundOf } from './names/name-spelling.js';
import { type Readable, ReadText } from './read-text.js';
import { singular } from './stem.js';
import { jaroWinkler } from './string-similarity.js';

export { areTwins, soundKey } from './names/name-spelling.js';
export { normaliseName } from './names/name-spelling.js';

const ALIAS_FROM = 0.78;
const CONTAINED = 0.85;
const ACRONYM = 0.92;
const LISTED_APART = 0.5;
const SPELLING_FROM = 0.92;
const MIN_SPELLED = 5;
const LONGEST = 200;
const HEADS = [PLACE_HEADS, ORGANISATION_HEADS, EVENT_HEADS];

/** Context of two names besides their spelling. */
interface AliasContext {
  readonly types?: readonly [EntityType, EntityType];
  /** Other names that the shorter one could refer to; if it fits one of them equally well, it is ambiguous. */
  readonly others?: readonly string[];
}

/**
 * How likely two names refer to the same thing, by spelling alone, 0..1; symmetric, 1 for equal normalised names.
 * Words match if equal, as short forms (Mel, Melanie), as initials or as spellings (Jaro–Winkler ≥ 0.92); a name
 * whose words all occur in the other scores at most 0.85, an acronym 0.92. Names longer than 200 units are only
 * compared for equality. Two nouns of one owner are different things: 0.
 */
export function nameSimilarity(a: string, b: string): number {
  const left = normaliseName(a);
  const right = normaliseName(b);
  if (left === '' || right === '') return 0;
  if (left === right) return 1;
  if (left.length > LONGEST || right.length > LONGEST) return 0;
  if (areTwoPossessions(a, b)) return 0;
  const [short, long] = inOrder(nameWords(left), nameWords(right));
  if (short.length === 0) return 0;
  if (short.join(' ') === long.join(' ')) return 0.98;
  if (isAcronymOf(left, right) || isAcronymOf(right, left)) return ACRONYM;
  const matched = alignedScore(short, long);
  if (matched === 0) return 0.4 * jaroWinkler(left, right);
  if (short.length === long.length) return matched;
  return standsForMore(short, long, left, right) ? CONTAINED * matched : LISTED_APART;
}

/**
 * Whether two names may refer to one entity: "John" and "John Smith", "MoMA" and "Museum of Modern Art"; never "John
 * Smith" and "Jane Smith". Contradicting types rule it out ('thing' contradicts nothing), and so do `others` that fit
 * equally well.
 */
export function isAliasOf(a: string, b: string, context: AliasContext = {}): boolean {
  const [first, second] = context.types ?? ['thing', 'thing'];
  if (first !== second && first !== 'thing' && second !== 'thing') return false;
  // Miriam's husband is not Miriam.
  if (isOwned(a) !== isOwned(b)) return false;
  if (nameSimilarity(a, b) < ALIAS_FROM) return false;
  const shorter = normaliseName(a).length <= normaliseName(b).length ? a : b;
  const longer = shorter === a ? b : a;
  const same = normaliseName(longer);
  return (context.others ?? []).every((other) => {
    const name = normaliseName(other);
    return (
      name === same ||
      name === normaliseName(shorter) ||
      nameSimilarity(shorter, other) < ALIAS_FROM
    );
  });
}

/** A possession by a common noun: owner and noun of “Noor's laptop”; “Murphy's Law” is a name. */
const POSSESSED = /['’]s (\p{Ll}.{0,200})$/u;

/**
 * Whether only one of them is a possession, or both are but with different nouns: never the same thing, whatever
 * words they share.
 */
function areTwoPossessions(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => POSSESSED.exec(name)?.[1]?.split(' ').at(-1));
  if (one === undefined && other === undefined) return false;
  return one === undefined || other === undefined || singular(one) !== singular(other);
}

/** “Miriam's husband”, but not “St John's College”. */
const isOwned = (name: string): boolean => /\p{L}['’]s \p{Ll}/u.test(name);

function inOrder(
  a: readonly string[],
  b: readonly string[],
): [readonly string[], readonly string[]] {
  return a.length < b.length || (a.length === b.length && a.join(' ') <= b.join(' '))
    ? [a, b]
    : [b, a];
}

/** The significant words of a normalised name: without "the", connectors, courtesy titles. */
function nameWords(name: string): string[] {
  const words = name.split(/[\s\-–&,]+/).filter((word) => word !== '');
  const telling = words.filter(
    (word) => !CONNECTORS.has(word) && !COURTESY_TITLES.has(word) && !PASSING_TITLES.has(word),
  );
  return telling.length > 0 ? telling : words;
}

/** "moma" for "museum of modern art", "un" for "united nations": initials with or without the small words. */
function isAcronymOf(acronym: string, name: string): boolean {
  if (acronym.length < 2 || acronym.length > 8 || acronym.includes(' ')) return false;
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  return (
    words.length >= 2 && (initialsOf(name).includes(acronym) || lettersInOrder(acronym, words))
  );
}

/** The acronyms of a normalised name of several words: its initials with and without the small words. */
export function initialsOf(name: string): readonly string[] {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length < 2) return [];
  const initials = (kept: readonly string[]): string => kept.map((word) => word[0]).join('');
  return [
    ...new Set([initials(words), initials(words.filter((word) => !CONNECTORS.has(word)))]),
  ].filter((short) => short.length >= 2 && short.length <= 8);
}

/** "moma": every significant word contributes its first letter, small words may. */
function lettersInOrder(acronym: string, words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    if (acronym[at] === word[0]) at++;
    else if (!CONNECTORS.has(word)) return false;
  }
  return at === acronym.length && at >= 3;
}

/**
 * Whether the shorter name can stand for the longer: "New York" for New York City, but not "Museum" for a museum or
 * York for New York.
 */
function standsForMore(
  short: readonly string[],
  long: readonly string[],
  left: string,
  right: string,
): boolean {
  const only = short[0] as string;
  if (
    short.length === 1 &&
    (COMMON_WORDS.has(only) ||
      HEADS.some((heads) => heads.has(only)) ||
      nounKind(only) !== undefined)
  )
    return false;
  const opens = long.slice(0, short.length).join(' ') === short.join(' ');
  return (
    opens ||
    gazetteerTypes(left).includes('person') ||
    gazetteerTypes(right).includes('person') ||
    !(isListed(left) && isListed(right))
  );
}

function isListed(name: string): boolean {
  return gazetteerTypes(name).length > 0;
}

/**
 * Matches every word of the shorter name with its own word in the longer one, in order; the mean of the scores, or 0.
 */
function alignedScore(short: readonly string[], long: readonly string[]): number {
  let sum = 0;
  let from = 0;
  for (const [index, word] of short.entries()) {
    let best = 0;
    let at = -1;
    const reach = short.length === long.length ? index : long.length - (short.length - index);
    for (let candidate = from; candidate <= reach; candidate++) {
      const score = wordScore(word, long[candidate] as string, short.length > 1);
      if (score > best) [best, at] = [score, candidate];
    }
    if (at === -1) return 0;
    sum += best;
    from = at + 1;
  }
  if (short.length < long.length && short.length === 1 && !isEdge(short[0] as string, long))
    return 0;
  return sum / short.length;
}

/** A single word can stand for a longer name only if it is its first or last word: "Modern" is not the museum. */
function isEdge(word: string, long: readonly string[]): boolean {
  return wordScore(word, long[0] as string) > 0 || wordScore(word, long.at(-1) as string) > 0;
}

/** `beside`: another word of the name matches as well; then a clipped form need not be a listed nickname. */
function wordScore(a: string, b: string, beside = false): number {
  if (a === b) return 1;
  if (/\d/.test(a) || /\d/.test(b)) return 0;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.93 : 0;
  if (isShortForm(a, b) || isShortForm(b, a)) return 0.95;
  if (areTwins(a, b)) return 0;
  const listed = isListed(a) && isListed(b);
  if (Math.min(a.length, b.length) >= 4 && soundOf(a) === soundOf(b)) return 0.95;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (isClipped(short, long) && (beside || NICKNAMES.has(short)) && !isPlainHead(short))
    return 0.95;
  const similarity = jaroWinkler(a, b);
  if (isMisspelt(a, b)) return listed ? LISTED_APART : Math.max(similarity, SPELLING_FROM);
  if (similarity < SPELLING_FROM || Math.min(a.length, b.length) < MIN_SPELLED) return 0;
  return listed ? LISTED_APART : similarity;
}

function isPlainHead(word: string): boolean {
  return COMMON_WORDS.has(word) || HEADS.some((heads) => heads.has(word));
}

function isShortForm(short: string, formal: string): boolean {
  return NICKNAMES.get(short)?.has(formal) === true;
}

/** A name that the speaker of a text claims to have. */
interface OwnName {
  readonly name: string;
  /** "My name is …" is unambiguous; "I'm …" is not. */
  readonly plain: boolean;
}

const NAME = String.raw`(\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: (?:van|von|de|der|den|la|bin|el|al)){0,2}(?: \p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2})`;
/** What may follow a name: "I'm Dana, …", but not "I'm Dana's sister". */
const END = String.raw`(?=$|[\n.,;:!?)]| (?:and|but|from|here|speaking|again|by the way|btw|with|–|—|-)(?:[\s,.!]|$))`;
const BEGIN = String.raw`(?:^|[\n.!?;:,(–—-]\s{0,3}|\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Ss]o|[Ww]ell|[Aa]nd|[Oo]h|[Bb]tw),? )`;
const PLAIN = String.raw`(?:[Mm]y (?:full )?name is|[Mm]y name['’]s|[Tt]he name['’]s|(?:[Pp]lease |[Jj]ust |[Ee]veryone |[Pp]eople )?[Cc]alls? me|I(?: am|['’]m) called)`;
const SAYS: readonly (readonly [RegExp, boolean])[] = [
  [new RegExp(`${BEGIN}${PLAIN} ${NAME}${END}`, 'gu'), true],
  [new RegExp(`${BEGIN}[Tt]his is ${NAME}(?= (?:here|speaking|again)\\b)`, 'gu'), true],
  [new RegExp(`${BEGIN}I(?: am|['’]m) ${NAME}${END}`, 'gu'), false],
];
const FAREWELL =
  /^(?:(?:best|kind|warm|many|with)? ?(?:regards|wishes|thanks)|best|cheers|thanks(?: a lot| again)?|thank you|love|yours|sincerely|take care|greetings|xo+|x+|[–—-]{1,2})$/i;
/** Farewells that may also address somebody: "Thanks, Tom". */
const SAID_TO = /\b(?:thanks?|sincerely|greetings)\b/i;
const SIGNED = new RegExp(`^${NAME}$`, 'u');
/** Maximum length read, in UTF-16 units. */
const MAX_READ = 4_000;
const NOT_NAMES = new Set([
  ...'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
  'i',
  'the',
  'my',
  'ok',
  'okay',
  'sorry',
  'not',
  'just',
  'so',
]);

/** The names that speakers give themselves: stated, mentioned in passing, or as a signature. English rules; linear. */
export function readOwnNames(given: Readable): OwnName[] {
  const whole = ReadText.of(given);
  const reading = whole.part(0, Math.min(MAX_READ, whole.text.length));
  const { text } = reading;
  const found: OwnName[] = [];
  for (const [pattern, plain] of SAYS)
    for (const match of reading.all(pattern)) {
      const name = match[1] ?? '';
      if (!isName(name, plain) || isQuoted(text, match.index)) continue;
      found.push({ name, plain });
    }
  const below = signature(text);
  return below === null ? found : [...found, { name: below, plain: true }];
}

function signature(text: string): string | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const last = lines.at(-1) ?? '';
  if (lines.length < 2 || last.length > 60) return null;
  const [dash, dashed] = split(last, last.indexOf(' ') + 1 || 1);
  if (/^[–—-]{1,2}$/.test(dash)) return signed(dashed, false);
  if (isFarewell(lines.at(-2) ?? '')) return signed(last, true);
  const [farewell, name] = split(last, last.indexOf(',') + 1);
  return isFarewell(farewell) && !SAID_TO.test(farewell.replace(',', ''))
    ? signed(name, true)
    : null;
}

const split = (text: string, at: number): [string, string] => [
  text.slice(0, at).trim(),
  text.slice(at).trim(),
];
const isFarewell = (line: string): boolean =>
  line.length <= 20 && FAREWELL.test(line.replace(/(?<![,!.])[,!.]+$/, ''));
const signed = (name: string, plain: boolean): string | null =>
  SIGNED.test(name) && isName(name, plain) ? name : null;

/**
 * Whether it is a name: first and last word are capitalised and, unless stated plainly, the first is a known given
 * name.
 */
function isName(name: string, plain: boolean): boolean {
  const words = name.split(' ');
  const first = (words[0] ?? '').toLowerCase();
  if (NOT_NAMES.has(first) || !/^\p{Lu}/u.test(name) || !/^\p{Lu}/u.test(words.at(-1) ?? ''))
    return false;
  return plain || (GIVEN_NAMES.has(first) && !AMBIGUOUS_GIVEN_NAMES.has(first));
}

/** Within an open quotation: somebody else's words. */
function isQuoted(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at + 1);
  const marks = line.match(/["“”«»]/g)?.length ?? 0;
  return (
    marks % 2 === 1 ||
    /(?:said|says|asked|told|wrote|replied|answered|like|goes)[,:]? ['‘]?$/i.test(line)
  );
}
