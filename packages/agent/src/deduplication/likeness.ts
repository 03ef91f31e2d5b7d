import { readLexicon } from '@mneme/core/language/lexicon.js';
import { isLightWord, isStopWord, words } from '@mneme/core/language/segmentation.js';
import type { Relative, Stemmer } from '@mneme/core/language/stem.js';
import { isDecisive } from '@mneme/core/remember/near-duplicate.js';
import WORD_CLASSES from '@mneme/core/data/lexicon/word-classes.json' with { type: 'json' };
import DATA from '@mneme/core/data/lexicon/interchangeable.json' with { type: 'json' };

/**
 * Word lists that distinguish statements, whatever else they share. English only; other languages are compared by
 * their words alone.
 */
const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Kinship words that synonym lists and vectors confuse: each maps to the first of its line. */
const KINSHIP = WORD_CLASSES.KIN.join('\n');

const KINDS_OF_PEOPLE: ReadonlyMap<string, string> = new Map(
  KINSHIP.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((word): [string, string] => [word, first]);
    }),
);

/** Words of praise, treated as equivalent. */
const PRAISE = listed(`
great good awesome amazing wonderful fantastic incredible lovely nice fabulous terrific marvellous marvelous brilliant excellent superb
`);

/** Phrases without content that open or end a sentence, longer ones first. */
const OPENERS: readonly string[] = [
  'just so you know',
  'for your information',
  'to be honest',
  'as you know',
  'as i said',
  'like i said',
  'by the way',
  'you know',
  'i mean',
  'i guess',
  'fyi',
];

/** Words of time, order and direction: statements that differ in one are different statements. */
const TURNING = listed(WORD_CLASSES.TURNING.join('\n'));

/** Prepositions of phrases that can move to either end of a sentence. */
const LEADING = listed(`
in on at by with from to for since during near of about into onto over through within along beside behind above below
between among around toward towards
`);

/** Past forms that do not end in -ed: a text with one may report a single event. */
const PAST = listed(WORD_CLASSES.PAST.join('\n'));

/** One text, prepared for comparison: its content, and what makes it a different statement. */
export interface Saying {
  /** Distinct stems of its content words, in order. */
  readonly stems: readonly string[];
  /** Figures, negations, times, whether it is a question: must be equal. */
  readonly fixed: ReadonlySet<string>;
  /** Words for persons, such as “she” or “uncle”. */
  readonly persons: ReadonlySet<string>;
  /** Stems that follow a preposition, as in “in Leeds” or “with a key”: the phrase may be moved. */
  readonly led: ReadonlySet<string>;
  /** Stems of words capitalised inside a sentence, in order. */
  readonly names: readonly string[];
  /** Whether it may report a single event. */
  readonly event: boolean;
}

const ASKING = new Set(['?', '？']);
const BEGINNING = new Set(['', '.', '!', '?', ':', '"', '“']);

/** Longer texts say more than one thing; their duplicates are found on writing (`near-duplicate.ts`). */
const MAX_STEMS = 60;

/** Reads a text; null for one that is too short or too long to compare by content. Linear in its length. */
export function readSaying(
  text: string,
  language: string,
  stemmer: Stemmer,
  least = 3,
): Saying | null {
  const stems = new Set<string>();
  const fixed = new Set<string>();
  const persons = new Set<string>();
  const names = new Set<string>();
  const led = new Set<string>();
  let leading = false;
  let event = false;
  for (const { text: whole, start } of words(text).slice(openerOf(text))) {
    const word = withoutEnding(whole, fixed);
    const kind = KINDS_OF_PEOPLE.get(word);
    if (kind !== undefined) persons.add(kind);
    else if (word.endsWith("n't")) {
      fixed.add('not');
      continue;
    } else if (isDecisive(word)) fixed.add(/\p{N}/u.test(word) ? word : 'not');
    else if (TURNING.has(word)) fixed.add(word);
    if (PAST.has(word) || (word.length > 4 && word.endsWith('ed'))) event = true;
    if (LEADING.has(word)) leading = true;
    if (kind !== undefined || isStopWord(word, language)) continue;
    const stem = PRAISE.has(word) ? 'good' : stemmer(word, language);
    if (stem === '' || isLightWord(stem)) continue;
    if (leading && !stems.has(stem)) led.add(stem);
    leading = false;
    stems.add(stem);
    if (start > 0 && isCapital(text, start)) names.add(stem);
    if (stems.size > MAX_STEMS) return null;
  }
  if (ASKING.has(text.trimEnd().slice(-1))) fixed.add('?');
  if (stems.size < least) return null;
  return { stems: [...stems], fixed, persons, led, names: [...names], event };
}

/** Number of words at the beginning without content. */
function openerOf(text: string): number {
  const start = words(text.slice(0, 40)).map(({ text: word }) => word);
  const light = start.findIndex((word) => !isLightWord(word));
  const from = light < 0 ? 0 : light;
  const opener = OPENERS.find(
    (each) => start.slice(from, from + each.split(' ').length).join(' ') === each,
  );
  return opener === undefined ? 0 : from + opener.split(' ').length;
}

/** Expands “I'm” to “I am”, and “I'll” to “I will”. */
function withoutEnding(word: string, fixed: Set<string>): string {
  const at = word.lastIndexOf("'");
  if (at < 0 || word.endsWith("n't")) return word;
  if (word.endsWith("'ll")) fixed.add('will');
  return word.slice(0, at);
}

function isCapital(text: string, at: number): boolean {
  const letter = text[at] ?? '';
  // The first word of a sentence is always capitalised.
  const before = text
    .slice(Math.max(0, at - 3), at)
    .trimEnd()
    .slice(-1);
  return letter !== letter.toLowerCase() && !BEGINNING.has(before);
}

/**
 * Interchangeable words, one group per line. The engine's synonyms serve retrieval (“sound” finds “noise”) and are
 * too loose to equate statements; these are the pairs that share one of the two first senses of each in WordNet 3.1,
 * where that sense makes up 30 % of the uses counted there, minus some removed by hand.
 */
const INTERCHANGEABLE = DATA.INTERCHANGEABLE.join('\n');

/** Tests whether two English stems mean the same beyond doubt. */
export function interchangeable(stemmer: Stemmer): (stem: string, other: string) => boolean {
  const same = new Map<string, Set<string>>();
  for (const group of readLexicon(INTERCHANGEABLE)) {
    const stems = group.map((word) => stemmer(word, 'en'));
    for (const stem of stems) same.set(stem, new Set([...(same.get(stem) ?? []), ...stems]));
  }
  return (stem, other) => same.get(stem)?.has(other) ?? false;
}

export interface LikenessParts {
  /** Whether two stems mean the same beyond doubt (`interchangeable`). */
  readonly same: (stem: string, other: string) => boolean;
  readonly relatives: (stem: string) => readonly Relative[];
  /** Weight of a stem in this bank: the rarer the higher. */
  readonly rarity: (stem: string) => number;
}

/** Worth of a match that is not the same word: interchangeable; a synonym in some senses; a related word form. */
const SAME = 0.98;
const SYNONYM = 0.9;
const KIN = 0.75;
/** Minimum number of leading letters that two related word forms share. */
const SHARED = 6;
/** Cap where a word has no certain counterpart: only a person can tell that nothing would be lost. */
const DOUBTFUL = 0.94;
/**
 * Texts with fewer content words may be remarks on something unnamed: "sounds interesting", "I think it's a good
 * idea".
 */
const REMARK = 4;
/** Cap for texts that differ in time, person or number: different statements. */
const ANOTHER = 0.6;

/**
 * Similarity of two texts, 0..1: the smaller of the two shares of content that is also in the other, words weighted
 * by rarity. Above 0.95 only where every word has a certain match, and no time, figure, person, order of names or
 * negation differs.
 */
export function likeness(a: Saying, b: Saying, parts: LikenessParts): number {
  const [there, back] = [covered(a, b, parts), covered(b, a, parts)];
  const score = Math.min(there.share, back.share);
  if (
    !sameSet(a.fixed, b.fixed) ||
    otherPersons(a.persons, b.persons) ||
    !sameNames(a.names, b.names, b.stems, a.stems)
  )
    return Math.min(score, ANOTHER);
  return Math.min(a.stems.length, b.stems.length) >= REMARK &&
    there.sure &&
    back.sure &&
    sameSet(a.persons, b.persons) &&
    (sameOrder(a, there.likes, b) || sameOrder(b, back.likes, a))
    ? score
    : Math.min(score, DOUBTFUL);
}

interface Covered {
  readonly share: number;
  /** Whether every word has a certain match. */
  readonly sure: boolean;
  /** For each word its match in the other text; '' where there is none. */
  readonly likes: readonly string[];
}

function covered(a: Saying, b: Saying, parts: LikenessParts): Covered {
  let [told, found, sure] = [0, 0, true];
  const own = new Set(b.stems);
  const likes: string[] = [];
  for (const stem of a.stems) {
    const weight = parts.rarity(stem);
    const match = own.has(stem) ? { worth: 1, as: stem } : nearest(stem, b.stems, own, parts);
    told += weight;
    found += weight * match.worth;
    likes.push(match.as);
    if (match.worth < SAME) sure = false;
  }
  return { share: told === 0 ? 0 : found / told, sure, likes };
}

/**
 * Whether both have the same word order, apart from one prepositional phrase: “In Leeds she works as a nurse”. The
 * order tells who does what to whom, as nothing here parses grammar.
 */
function sameOrder(one: Saying, likes: readonly string[], { stems: other, led }: Saying): boolean {
  // Two words may have the same match in the other text.
  const a = [...new Set(likes)];
  const ledInA = new Set(
    one.stems.flatMap((stem, at) => (one.led.has(stem) ? (likes[at] ?? []) : [])),
  );
  if (a.length !== other.length) return false;
  let first = 0;
  while (first < a.length && a[first] === other[first]) first += 1;
  if (first === a.length) return true;
  let last = a.length;
  while (a[last - 1] === other[last - 1]) last -= 1;
  const middle = a.slice(first, last);
  const cut = middle.indexOf(other[first] ?? '');
  if (cut < 0) return false;
  const [before, moved] = [middle.slice(0, cut), middle.slice(cut)];
  if (![...moved, ...before].every((stem, at) => stem === other[first + at])) return false;
  return [before[0], moved[0]].some(
    (stem) => stem !== undefined && led.has(stem) && ledInA.has(stem),
  );
}

interface Match {
  readonly worth: number;
  readonly as: string;
}

function nearest(
  stem: string,
  others: readonly string[],
  own: ReadonlySet<string>,
  { same, relatives }: LikenessParts,
): Match {
  const sure = others.find((other) => same(stem, other));
  if (sure !== undefined) return { worth: SAME, as: sure };
  for (const { stem: other, strength } of relatives(stem))
    if (strength === 1 && own.has(other)) return { worth: SYNONYM, as: other };
  // Related forms that stemming leaves apart: "photography", "photographer".
  const kin =
    stem.length < SHARED ? undefined : others.find((other) => sharedStart(stem, other) >= SHARED);
  return kin === undefined ? { worth: 0, as: '' } : { worth: KIN, as: kin };
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

/** Whether each speaks of a person of whom the other does not. */
function otherPersons(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => !b.has(one)) && [...b].some((one) => !a.has(one));
}

/** Whether both have the same names in the same order: who did what to whom. */
function sameNames(
  a: readonly string[],
  b: readonly string[],
  stemsOfB: readonly string[],
  stemsOfA: readonly string[],
): boolean {
  if (!a.every((name) => stemsOfB.includes(name)) || !b.every((name) => stemsOfA.includes(name)))
    return false;
  const both = a.filter((name) => b.includes(name));
  const order = b.filter((name) => both.includes(name));
  return both.every((name, at) => name === order[at]);
}
