import { ReadText, type Readable } from './read-text.js';
import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES } from './names/gazetteer.js';

/** A name that the speaker of a text claims to have. */
export interface OwnName {
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
const LONGEST = 4_000;
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
  const reading = whole.part(0, Math.min(LONGEST, whole.text.length));
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
