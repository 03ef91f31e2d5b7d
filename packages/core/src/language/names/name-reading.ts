import type { EntityType } from '../../domain/graph.js';
import { numberOfWord } from '../lexicon.js';
import {
  ABBREVIATIONS,
  CALENDAR_WORDS,
  COMMON_WORDS,
  gazetteerTypes,
  isPlainWordToo,
  NICKNAMES,
  PRODUCTS,
  SENTENCE_WORDS,
  WORK_CUES,
  WORK_VERBS,
} from './gazetteer.js';
import { type NameToken, nameTokens, normaliseName } from './name-spelling.js';

/** State of reading the names of one text: its tokens and what is known about them. */
export interface Reading {
  readonly text: string;
  readonly tokens: readonly NameToken[];
  readonly hints: EntityHints;
  /** Normalised names of the participants, their first names and their short forms. */
  readonly people: Pick<ReadonlySet<string>, 'has' | 'size'>;
  /** Lower-case forms of words that are capitalised elsewhere in the text where no capital is expected. */
  readonly recurring: ReadonlySet<string>;
  /** Indexes of tokens in headings and shouted lines, where capitals carry no information. */
  readonly loud: ReadonlySet<number>;
  /** Whether the language capitalises nouns. */
  readonly german: boolean;
}

/** Words that stay lower case in a heading. */
const HEADING_WORDS: ReadonlySet<string> = new Set(
  'a an the of and or in on at to for from by with as vs per'.split(' '),
);

const GERMAN_WORDS: ReadonlySet<string> = new Set([
  'der',
  'das',
  'und',
  'ist',
  'nicht',
  'ich',
  'ein',
  'eine',
  'einen',
  'wir',
  'mit',
  'auf',
  'für',
  'dem',
  'den',
]);

export function startReading(text: string, hints: EntityHints): Reading {
  const tokens = nameTokens(text, ABBREVIATIONS);
  return {
    text,
    tokens,
    hints,
    people: peopleNames(hints),
    recurring: recurringCapitals(tokens),
    loud: loudTokens(text, tokens),
    german: hints.language === undefined ? seemsGerman(tokens) : hints.language === 'de',
  };
}

/** The possible types of a name, best source first: the bank, the participants, the built-in lists. */
export function knownTypes(reading: Reading, normalisedName: string): readonly EntityType[] {
  const known = reading.hints.known?.(normalisedName);
  if (known !== undefined) return [known];
  if (isParticipant(reading, normalisedName)) return ['person'];
  const listed = gazetteerTypes(normalisedName);
  const hyphen = normalisedName.indexOf('-');
  if (listed.length > 0 || hyphen < 2 || normalisedName.includes(' ')) return listed;
  return gazetteerTypes(normalisedName.slice(0, hyphen))[0] === 'person' ? ['person'] : listed;
}

/** Whether the name is known to the bank or belongs to a participant; it needs no further evidence. */
export function isKnownName(reading: Reading, normalisedName: string): boolean {
  if (SENTENCE_WORDS.has(normalisedName) && !isPlainWordToo(normalisedName)) return false;
  return (
    reading.hints.known?.(normalisedName) !== undefined || isParticipant(reading, normalisedName)
  );
}

/** Within two tokens after "read", "watched", "the movie". */
export function followsWorkCue(reading: Reading, index: number): boolean {
  const before = reading.tokens[index - 1];
  if (
    before === undefined ||
    (reading.tokens[index]?.initial === true &&
      !/["“'‘«„*_]/.test(reading.tokens[index]?.gap ?? ''))
  )
    return false;
  if (WORK_CUES.has(before.lower)) return true;
  const earlier = reading.tokens[index - 2];
  if (earlier === undefined) return false;
  // “a film called Tosca”: bakeries, dogs and servers are "called" something, too.
  if (before.lower === 'called') return WORK_CUES.has(earlier.lower);
  return before.lower === 'the' && WORK_VERBS.has(earlier.lower);
}

function isParticipant(reading: Reading, normalisedName: string): boolean {
  if (reading.people.has(normalisedName)) return true;
  const formals = NICKNAMES.get(normalisedName);
  if (formals === undefined) return false;
  for (const formal of formals) if (reading.people.has(formal)) return true;
  return false;
}

function peopleNames({ speaker = '', people = [] }: EntityHints): Reading['people'] {
  const own = new Set<string>();
  addNames(own, speaker);
  const known = namesOf(people);
  return { has: (name) => own.has(name) || known.has(name), size: own.size + known.size };
}

/**
 * Normalised names by list of participants. A bank's list grows and is read for every text, so only its new entries
 * are added.
 */
const READ = new WeakMap<readonly string[], { count: number; readonly names: Set<string> }>();

function namesOf(people: readonly string[]): ReadonlySet<string> {
  let read = READ.get(people);
  if (read === undefined) READ.set(people, (read = { count: 0, names: new Set() }));
  for (; read.count < people.length; read.count++) addNames(read.names, people[read.count] ?? '');
  return read.names;
}

function addNames(names: Set<string>, person: string): void {
  const name = normaliseName(person);
  if (name === '') return;
  names.add(name);
  const first = name.split(' ')[0] as string;
  if (first.length > 2) names.add(first);
}

function recurringCapitals(tokens: readonly NameToken[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const token of tokens) {
    if (token.shape !== 'capital' || token.initial) continue;
    if (
      !SENTENCE_WORDS.has(token.lower) &&
      !COMMON_WORDS.has(token.lower) &&
      !CALENDAR_WORDS.has(token.lower)
    )
      words.add(token.lower);
  }
  return words;
}

function seemsGerman(tokens: readonly NameToken[]): boolean {
  let seen = 0;
  for (const token of tokens) if (GERMAN_WORDS.has(token.lower)) seen++;
  return seen >= 2 && seen * 12 >= tokens.length;
}

/** Lines in which (nearly) every word is capitalised, and Markdown headings. */
function loudTokens(text: string, tokens: readonly NameToken[]): ReadonlySet<number> {
  const loud = new Set<number>();
  let from = 0;
  for (let index = 1; index <= tokens.length; index++) {
    if (index < tokens.length && !(tokens[index] as NameToken).gap.includes('\n')) continue;
    const after = text[(tokens[index - 1] as NameToken).end] ?? '';
    if (isLoud(tokens, from, index, /[.!?]/.test(after)))
      for (let at = from; at < index; at++) loud.add(at);
    from = index;
  }
  return loud;
}

function isLoud(
  tokens: readonly NameToken[],
  from: number,
  to: number,
  endsSentence: boolean,
): boolean {
  if (/(?:^|\n)[^\S\n]*#{1,6}\s/.test((tokens[from] as NameToken | undefined)?.gap ?? ''))
    return true;
  let words = 0;
  let capital = 0;
  let caps = 0;
  for (let index = from; index < to; index++) {
    const token = tokens[index] as NameToken;
    if (token.shape === 'lower' ? HEADING_WORDS.has(token.lower) : token.text.length < 4) continue;
    words++;
    if (token.shape === 'caps') caps++;
    if (token.shape === 'capital' && !SENTENCE_WORDS.has(token.lower)) capital++;
  }
  if (words < 4) return false;
  return caps * 10 >= words * 7 || (capital + caps === words && !endsSentence);
}

/** One name, handle or possessed thing in a text. */
export interface EntityMention {
  /** As written, in canonical casing, without possessive, determiner or sigil. */
  readonly name: string;
  readonly type: EntityType;
  /** Half-open range `[start, end)` in the text, in UTF-16 units; may be wider than `name` ("@maria", "Dr. Weber"). */
  readonly start: number;
  readonly end: number;
  /** How certain it is that this is an entity of this type, 0..1. */
  readonly confidence: number;
  /** The owner: `'speaker'`, `'addressee'`, or a name. Absent if nobody is named. */
  readonly owner?: string;
}

/** What is known before analysing a text. */
export interface EntityHints {
  /** The speaker of the text; "I" and "my" refer to them. */
  readonly speaker?: string;
  /** The known participants. A list passed again may have grown, but must not have changed otherwise. */
  readonly people?: readonly string[];
  /** The type known to the bank for a name normalised by `normaliseName`. */
  readonly known?: (normalisedName: string) => EntityType | undefined;
  /** The type of a longer name in the bank that begins or ends with a word normalised by `normaliseName`. */
  readonly partOf?: (normalisedWord: string) => EntityType | undefined;
  /** ISO 639-1 code of the text. For `de` a capital alone is no evidence. */
  readonly language?: string;
}

const NAMED_TYPES: ReadonlySet<EntityType> = new Set([
  'person',
  'place',
  'organisation',
  'product',
  'event',
  'work',
]);
const LONGEST_PHRASE = 3;
const LONGEST_RUN = 8;

/** Lower-case names: those known to the bank, listed products, and listed names in a text without any capitals. */
export function knownWords(reading: Reading): EntityMention[] {
  const caseless = reading.tokens.every(
    (token) => token.shape !== 'capital' && token.shape !== 'mixed' && token.shape !== 'caps',
  );
  const mentions: EntityMention[] = [];
  for (let index = 0; index < reading.tokens.length; index++) {
    const token = reading.tokens[index] as NameToken;
    if (token.shape === 'uncased') mentions.push(...knownInRun(reading, token));
    if (token.shape !== 'lower') continue;
    const length = knownPhrase(reading, index, caseless, mentions);
    if (length > 1) index += length - 1;
  }
  return mentions;
}

/** Adds the longest known phrase starting at `index`; returns its length in tokens, 0 for none. */
function knownPhrase(
  reading: Reading,
  index: number,
  caseless: boolean,
  mentions: EntityMention[],
): number {
  const first = reading.tokens[index] as NameToken;
  for (let length = phraseLimit(reading.tokens, index); length >= 1; length--) {
    const last = reading.tokens[index + length - 1] as NameToken;
    const text = length === 1 ? first.text : reading.text.slice(first.start, last.end);
    const type = lowerType(reading, text, length, caseless);
    if (type === undefined || (type === 'person' && isMeasure(reading.tokens, index + length)))
      continue;
    const name = PRODUCTS.get(text.toLowerCase()) ?? (type === 'product' ? text : titleCase(text));
    mentions.push({
      name,
      type,
      start: first.start,
      end: last.end,
      confidence: isKnownName(reading, normaliseName(text)) ? 0.8 : 0.6,
    });
    return length;
  }
  return 0;
}

/** “max 24 nodes”, “max five lines”: before a number a lower-case word is not a name. */
function isMeasure(tokens: readonly NameToken[], at: number): boolean {
  const next = tokens[at];
  return next?.joined === true && (next.shape === 'number' || numberOfWord(next.lower) !== null);
}

function phraseLimit(tokens: readonly NameToken[], index: number): number {
  if (
    SENTENCE_WORDS.has((tokens[index] as NameToken).lower) &&
    (tokens[index] as NameToken).lower !== 'new'
  )
    return 0;
  let length = 1;
  while (length < LONGEST_PHRASE) {
    const next = tokens[index + length];
    if (
      next === undefined ||
      !next.joined ||
      (tokens[index + length - 1] as NameToken).possessive ||
      next.shape === 'code'
    )
      break;
    length++;
  }
  return length;
}

function lowerType(
  reading: Reading,
  text: string,
  length: number,
  caseless: boolean,
): EntityType | undefined {
  const lower = text.toLowerCase();
  if (length === 1 && (COMMON_WORDS.has(lower) || CALENDAR_WORDS.has(lower) || lower.length < 3))
    return undefined;
  const name = normaliseName(text);
  if (isKnownName(reading, name)) {
    const type = knownTypes(reading, name)[0] as EntityType;
    const plain = isPlainWordToo(name) && !caseless;
    return NAMED_TYPES.has(type) && !plain ? type : undefined;
  }
  if (isPlainWordToo(name)) return undefined;
  const types = gazetteerTypes(name);
  if (types[0] === 'product') return 'product';
  return caseless && types[0] !== 'concept' ? types[0] : undefined;
}

function titleCase(text: string): string {
  return text.replace(
    /(^|[\s-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Names within a run of a script without capitals or spaces, longest first at each position. */
function knownInRun(reading: Reading, token: NameToken): EntityMention[] {
  const mentions: EntityMention[] = [];
  if (reading.hints.known === undefined && reading.people.size === 0) return mentions;
  const folded = normaliseName(token.text) === token.text;
  let at = 0;
  while (at < token.text.length) {
    const length = knownLength(reading, token.text, at, folded);
    if (length > 0) {
      const name = token.text.slice(at, at + length);
      const type = knownTypes(reading, normaliseName(name))[0] as EntityType;
      mentions.push({
        name,
        type,
        start: token.start + at,
        end: token.start + at + length,
        confidence: 0.85,
      });
    }
    at += Math.max(1, length);
  }
  return mentions;
}

function knownLength(reading: Reading, text: string, at: number, folded: boolean): number {
  for (let length = Math.min(LONGEST_RUN, text.length - at); length >= 2; length--) {
    const part = text.slice(at, at + length);
    if (isKnownName(reading, folded ? part : normaliseName(part))) return length;
  }
  return 0;
}
