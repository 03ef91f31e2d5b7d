import { z } from 'zod';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { hasText } from '@mneme/core/domain/well-formed.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { wordList } from '@mneme/core/language/lexicon.js';
import { markdownBlocks } from '@mneme/core/language/passages.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import { hasCue } from '@mneme/core/language/speech.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { conditionOf } from '@mneme/core/language/strategy-wording.js';
import { contentTerms } from '@mneme/core/language/terms.js';

/** Maximum number of answers to one query. */
export const MAX_ANSWERS = 12;
/** Maximum length of one answer, in UTF-16 units. */
const MAX_ANSWER = 200_000;
/** Maximum length of a model's name. */
const MAX_NAME = 100;

const answerShape = z.strictObject({
  model: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME, `at most ${MAX_NAME} characters`)
    .describe('Who answers, by a name of your own.'),
  text: z
    .string()
    .max(MAX_ANSWER, `at most ${MAX_ANSWER} characters`)
    .default('')
    .describe('What it said; empty for a model that failed.'),
  failed: z
    .string()
    .max(500)
    .optional()
    .describe('Why it gave no answer, in words; then its text is not read.'),
});
export const AnswerInput = answerShape;
export type AnswerInput = z.input<typeof AnswerInput>;
type ParsedAnswer = z.output<typeof AnswerInput>;

const receivedShape = z.strictObject({
  model: z.string(),
  /** Length of its text. */
  characters: z.number(),
  /** Why it is not used; null where it was read. */
  failed: z.string().nullable(),
});
/** Status of one model's answer. */
export interface ReceivedAnswer extends Of<typeof receivedShape> {}
export const ReceivedAnswer: SchemaOf<ReceivedAnswer, typeof receivedShape> = receivedShape;

/** Route by the number of readable answers: two or more are mapped, one is shown as it is, none is an error. */
export const ROUTES = ['map', 'raw', 'error'] as const;
type Route = (typeof ROUTES)[number];

/** Blank answers count as failed. */
export function receive(answers: readonly ParsedAnswer[]): ReceivedAnswer[] {
  return answers.map(({ model, text, failed }) => ({
    model,
    characters: text.length,
    failed: failed ?? (hasText(text) ? null : 'it said nothing'),
  }));
}

export function routeOf(received: readonly ReceivedAnswer[]): Route {
  const read = received.filter(({ failed }) => failed === null).length;
  return read >= 2 ? 'map' : read === 1 ? 'raw' : 'error';
}

/** Words that negate a statement, in a few languages. */
const NEGATION =
  /\b(?:no|not|never|dont|avoid(?:s|ed|ing)?|skip|refrain|unnecessary|needless|pointless|vermeide\p{L}{0,2}|évite[rz]?|evita|none|nobody|nothing|neither|nor|cannot|hardly|nicht|kein\w{0,3}|nie|pas|jamais|nunca|não|non|mai|niet|geen)(?!\p{L})|\wn['’]t(?!\p{L})/iu;
/** Phrases that contain a negation but negate nothing. */
const HARMLESS =
  /\b(?:not (?:only|just|even|merely)|no (?:more|later|less|fewer|longer) than|not (?:more|less) than|no matter|nicht nur)\b/giu;

/** Whether a statement contains a negation. */
export function isNegated(text: string): boolean {
  return NEGATION.test(text.replaceAll(HARMLESS, ''));
}

/** End of a clause, and of the scope of a negation. */
const CLAUSE_END =
  /[,;:()–—]|\b(?:and|but|because|since|so|which|while|whereas|although|though|if|when|unless|und|aber|weil|wenn|denn|sondern|et|mais|y|pero)(?!\p{L})/iu;

/** Negates only the following noun phrase, not the clause: "there is no charge", "without fever". */
const DENIES_A_THING =
  /\b(?:(?:there(?:['’]s| is| are| was)|has|have|had|with) no(?! (?:reasons?|need|point|sense|use|cause|benefit|value|gain|way)\b)|without|instead of|rather than|statt|ohne|sans|sin)\s+(\S+(?:\s+\S+)?)/giu;

/** The negated and the affirmed parts of a statement. */
interface Parts {
  readonly denied: readonly string[];
  readonly affirmed: readonly string[];
}

/** By clause; where only a noun phrase is negated, that phrase and the rest are separate parts. */
function partsOf(text: string): Parts {
  const denied: string[] = [];
  const affirmed: string[] = [];
  for (const clause of text.replaceAll(HARMLESS, '').split(CLAUSE_END)) {
    const rest = clause.replaceAll(DENIES_A_THING, (_all, thing: string) => {
      denied.push(thing);
      return ' ';
    });
    (NEGATION.test(rest) ? denied : affirmed).push(rest);
  }
  return { denied, affirmed };
}

/** Words that call a course of action wrong, and so oppose it. */
const CONDEMNING = wordList(
  `mistake mistaken blunder folly foolish unwise wrong bad worse worst terrible awful useless wasteful waste premature overkill reckless
  regret madness nonsense disaster fehler falsch schlecht erreur mauvais mauvaise error malo mala errore sbaglio`,
);
const WORD = /\p{L}+/gu;

/** Whether a statement calls its subject wrong; "no mistake" does not. */
export function condemns(text: string): boolean {
  return partsOf(text).affirmed.some((part) =>
    (part.toLowerCase().match(WORD) ?? []).some((word) => CONDEMNING.has(word)),
  );
}

/** Pairs of opposites. */
const OPPOSITES =
  'bright dark|early late|long short|more less|cheap expensive|open closed|high low|old new|rise fall|first last|buy lease|buy rent|hot cold|before after|inside outside|full empty|always never|up down|sunrise sunset|morning afternoon|fast slow|big small|with without|increase decrease|safe dangerous|easy hard|start stop|allow forbid|gain lose|better worse|warm cool|public private|wet dry|strong weak|raise lower|save spend|hire fire|push pull|accept refuse|enable disable';

/** Maps each stem to the stems of its opposites. */
export function createOpposites(
  stemmer: (word: string, language: string) => string,
): (stem: string) => ReadonlySet<string> {
  const table = new Map<string, Set<string>>();
  for (const [one = '', other = ''] of OPPOSITES.split('|').map((pair) => pair.split(' '))) {
    const stems = [stemmer(one, 'en'), stemmer(other, 'en')] as const;
    for (const [a, b] of [stems, [stems[1], stems[0]] as const]) {
      const known = table.get(a) ?? new Set();
      table.set(a, known.add(b));
    }
  }
  const none = new Set<string>();
  return (stem) => table.get(stem) ?? none;
}

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
