import { conditionOf } from '@mneme/core/language/conditions.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { markdownBlocks } from '@mneme/core/language/passages.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import { hasCue } from '@mneme/core/language/speech.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { isNegated, partsOf } from './polarity.js';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, at): [string, number] => [word, at]),
  ...'thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, 30 + 10 * at]),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const TOKEN = /\d[\d,]*(?:\.\d+)?|\p{L}+/gu;

/** Uses of "one" that are not a number. */
const NO_AMOUNT =
  /\b(?:no one|(?:the|this|that|which|each|any|every|another) one|one (?:of|another|day|thing|should|can|must|or))\b/giu;

/** The amounts in a text, in figures or in English words: "twelve fifty" gives 12 and 50, "eight thousand" 8000. */
export function amountsIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let current: number | null = null;
  const end = (): void => {
    if (current !== null) found.add(current);
    current = null;
  };
  for (const [token] of text.toLowerCase().replaceAll(NO_AMOUNT, ' ').matchAll(TOKEN)) {
    const scale = SCALES.get(token);
    if (scale !== undefined) {
      current = (current ?? 1) * scale;
      continue;
    }
    const value = /^\d/.test(token) ? Number(token.replaceAll(',', '')) : WORDS.get(token);
    if (value === undefined) end();
    else if (current !== null && current >= 20 && current % 10 === 0 && value < 10)
      current += value;
    else {
      end();
      current = value;
    }
  }
  end();
  return found;
}

/** Maximum number of statements per answer; the rest is not read, and the receipt says so. */
const MAX_STATEMENTS = 60;
/** Maximum length in UTF-16 units; a longer sentence is cut. */
const MAX_LENGTH = 400;

/** One sentence of an answer with content. */
export interface Statement {
  /** The model that made it. */
  readonly model: string;
  /** Its index among the answer's statements. */
  readonly place: number;
  readonly text: string;
  /** Ten to twenty words around it. */
  readonly context: string;
  /** Stems of its content words. */
  readonly terms: readonly string[];
  readonly negated: boolean;
  /** Stems that it denies. */
  readonly denied: ReadonlySet<string>;
  readonly amounts: ReadonlySet<number>;
  readonly condition: string | null;
  /** Stems of its condition. */
  readonly case: readonly string[];
}

/** Leading yes or no of an answer. */
export type Stance = 'yes' | 'no' | null;

export interface ReadAnswer {
  readonly model: string;
  readonly statements: readonly Statement[];
  readonly stance: Stance;
  /** Number of statements beyond {@link MAX_STATEMENTS}. */
  readonly unread: number;
}

export interface ReadingPorts {
  readonly stemmer: Stemmer;
}

const STANCE = /^(yes|no|ja|nein|sí|si|oui|non)(?:[,.!:;–—-]+\s*|\s*$)/iu;
const NO = /^n/iu;
const EMPHASIS = /\*\*|__|`/g;
const BULLET = /^\s{0,8}(?:[-*•+>]|\d{1,3}[.)])\s+/u;

/**
 * Reads the statements of an answer by sentence: without code, headings, questions and small talk. Linear in its
 * length.
 */
export function readAnswer(model: string, text: string, ports: ReadingPorts): ReadAnswer {
  const lines = proseOf(withCapitals(text)).flatMap((block) =>
    sentences(block).map((each) => each.text),
  );
  let stance: Stance = null;
  const said: string[] = [];
  const asked: string[] = [];
  for (const line of lines) {
    const bare = line.replace(BULLET, '').replace(EMPHASIS, '').replaceAll(/\s+/gu, ' ').trim();
    const opening = said.length === 0 ? STANCE.exec(bare) : null;
    if (opening !== null) stance = NO.test(opening[1] ?? '') ? 'no' : 'yes';
    const rest = opening === null ? bare : upperFirst(bare.slice(opening[0].length));
    if (rest !== '' && !isHeading(rest)) (rest.endsWith('?') ? asked : said).push(cut(rest));
  }
  const stated = said.filter((each) => !hasCue(each, 'smallTalk'));
  // If there are only questions, they are proposals: "Could we ask the fund for a grant?"
  const kept = [stated, said, asked].find(({ length }) => length > 0) ?? [];
  const statements = kept
    .slice(0, MAX_STATEMENTS)
    .map((each, place) =>
      readStatement(each, { model, place, around: [kept[place - 1], kept[place + 1]] }, ports),
    );
  return {
    model,
    statements: statements.filter(({ terms }) => terms.length > 0),
    stance,
    unread: Math.max(0, kept.length - MAX_STATEMENTS),
  };
}

interface Place {
  readonly model: string;
  readonly place: number;
  readonly around: readonly (string | undefined)[];
}

function readStatement(
  text: string,
  { model, place, around }: Place,
  { stemmer }: ReadingPorts,
): Statement {
  const language = detectLanguage(text);
  const terms = contentTerms(text, language, stemmer);
  const condition = conditionOf(text);
  // "May." is a month here, even if it is a stop word elsewhere.
  const kept =
    terms.length > 0
      ? terms
      : text
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
          ?.slice(0, 8);
  return {
    model,
    place,
    text,
    context: contextOf(text, around),
    terms: kept ?? [],
    negated: isNegated(text),
    denied: deniedIn(text, (part) => contentTerms(part, language, stemmer)),
    amounts: amountsIn(text),
    condition,
    case: condition === null ? [] : contentTerms(condition, language, stemmer),
  };
}

/** Words that it denies and nowhere affirms. */
function deniedIn(text: string, termsOf: (part: string) => readonly string[]): ReadonlySet<string> {
  const { denied, affirmed } = partsOf(text);
  if (denied.length === 0) return NONE;
  const said = new Set(affirmed.flatMap(termsOf));
  return new Set(denied.flatMap(termsOf).filter((term) => !said.has(term)));
}

const NONE: ReadonlySet<string> = new Set();
const CONTEXT_WORDS = 20;

function contextOf(text: string, [before, after]: readonly (string | undefined)[]): string {
  const all = [text, after ?? '', text.split(' ').length < CONTEXT_WORDS / 2 ? (before ?? '') : '']
    .filter((part) => part !== '')
    .join(' ')
    .split(' ');
  return all.length <= CONTEXT_WORDS ? all.join(' ') : `${all.slice(0, CONTEXT_WORDS).join(' ')}…`;
}

function proseOf(text: string): string[] {
  return markdownBlocks(text.split('\n')).flatMap(({ kind, text: block }) =>
    kind === 'fence' || kind === 'heading' || kind === 'table' ? [] : [block],
  );
}

const AFTER_STOP = /(?<=[.!?]\s)\p{Ll}/gu;

/** Text in lower case throughout is capitalised, for sentence splitting. */
const withCapitals = (text: string): string =>
  /\p{Lu}/u.test(text) ? text : text.replaceAll(AFTER_STOP, (letter) => letter.toUpperCase());

const isHeading = (text: string): boolean => text.endsWith(':') && text.length < 80;

function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const end = text.lastIndexOf(' ', MAX_LENGTH);
  return `${text.slice(0, end > 0 ? end : MAX_LENGTH)}…`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
