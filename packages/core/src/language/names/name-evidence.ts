import {
  CALENDAR_WORDS,
  COMMON_WORDS,
  DEMONYMS,
  EVENT_HEADS,
  FOREIGN_SENTENCE_WORDS,
  gazetteerTypes,
  GERMAN_PLACE_ENDING,
  isOrganisationAcronym,
  isPlainWordToo,
  ORGANISATION_HEADS,
  PERSON_VERBS,
  PLACE_HEADS,
  PLACE_PREFIXES,
  PLAIN_ACRONYMS,
  SENTENCE_WORDS,
  TITLES,
} from './gazetteer.js';
import { MODIFIERS, type NameSpan } from './name-spans.js';
import { type NameToken, normaliseName } from './name-spelling.js';
import { nounKind } from './common-nouns.js';
import { followsWorkCue, isKnownName, knownTypes, type Reading } from './name-reading.js';
import { wordList } from '../lexicon.js';

const DETERMINERS: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'my',
  'our',
  'your',
  'his',
  'her',
  'their',
  'this',
  'that',
  'every',
  'no',
  'i',
]);
/** Verbs with human subjects: a capitalised plain word before one (Hope, Art, Clay) is a person's name. */
const HUMAN_VERBS = wordList(`
  said says asked told tells called texted emailed went moved loves likes wants thinks lives got bought married met
  knows hates plays studied teaches quit joined suggested recommended reviewed approved fixed merged
`);
const SUBJECT_VERBS = wordList(`
  is was has had will announced announces released launched reported acquired passed plans raised won lost beat can
`);
const AFTER_PLAIN_WORD = wordList(`
  you i we he she it they the a an this that these those my your our his be all everything there to
`);
const INFLECTED = /(?:ing|ed|ly)$/;

/** The words of a span as one normalised name. */
export function spanName(reading: Reading, span: NameSpan): string {
  return normaliseName(spanText(reading, span));
}

/** The words of a span as written, without a final possessive. */
export function spanText(reading: Reading, span: NameSpan): string {
  const first = reading.tokens[span.first] as NameToken;
  const last = reading.tokens[span.last] as NameToken;
  return reading.text.slice(first.start, last.end);
}

/**
 * The part of the span that can be a name, without words capitalised only as sentence openers; undefined if nothing
 * is left.
 */
export function trimSpan(reading: Reading, span: NameSpan): NameSpan | undefined {
  let { first, last } = span;
  if (knownTypes(reading, spanName(reading, span)).length > 0 || followsWorkCue(reading, first))
    return withoutLeadingArticle(reading, span);
  while (last >= first && isDangling(reading, first, last)) last--;
  while (first <= last) {
    const rest = { first, last };
    if (knownTypes(reading, spanName(reading, rest)).length > 0) return rest;
    if (first === last || !opensSentenceOnly(reading, first, last)) return rest;
    first++;
    while (first <= last && (reading.tokens[first] as NameToken).shape === 'lower') first++;
  }
  return undefined;
}

function withoutLeadingArticle(reading: Reading, span: NameSpan): NameSpan {
  const bare = { first: span.first + 1, last: span.last };
  return span.first < span.last && (reading.tokens[span.first] as NameToken).lower === 'the'
    ? bare
    : span;
}

function isDangling(reading: Reading, first: number, last: number): boolean {
  const token = reading.tokens[last] as NameToken;
  if (token.shape === 'lower') return true;
  if (last === first) return false;
  return (
    SENTENCE_WORDS.has(token.lower) && !MODIFIERS.has(token.lower) && token.shape === 'capital'
  );
}

function opensSentenceOnly(reading: Reading, first: number, last: number): boolean {
  const head = reading.tokens[first] as NameToken;
  if (DETERMINERS.has(head.lower) && head.shape !== 'caps') return true;
  const sentenceWord =
    SENTENCE_WORDS.has(head.lower) || (head.initial && FOREIGN_SENTENCE_WORDS.has(head.lower));
  if (sentenceWord && !MODIFIERS.has(head.lower)) return true;
  const common = sentenceWord || isPlainWord(head.lower);
  if (
    head.initial &&
    INFLECTED.test(head.lower) &&
    (common || (head.lower.endsWith('ing') && gazetteerTypes(head.lower).length === 0))
  )
    return true;
  const ofNext = (reading.tokens[first + 1] as NameToken).shape === 'lower';
  if (ofNext && head.shape === 'caps' && PLAIN_ACRONYMS.has(head.text)) return true;
  if (ofNext && isHead(head)) return false;
  if (ofNext && head.initial && isSomeOf(reading, first, last)) return true;
  if (!isStrong(reading, { first: first + (ofNext ? 2 : 1), last })) return false;
  if (DEMONYMS.has(head.lower)) return true;
  if (TITLES.has(head.lower) || PLACE_PREFIXES.has(head.lower)) return false;
  return (common || INFLECTED.test(head.lower)) && (head.initial || followsWorkCue(reading, first));
}

/** "Instruments of Sarkar Works": several of what has a name by itself, of the bank or of several words. */
function isSomeOf(reading: Reading, first: number, last: number): boolean {
  const named = first + ((reading.tokens[first + 2] as NameToken).shape === 'lower' ? 3 : 2);
  return (
    /[^s]s$/.test((reading.tokens[first] as NameToken).lower) &&
    (named < last || isKnownName(reading, spanName(reading, { first: named, last })))
  );
}

/**
 * Whether the words are a name even without the preceding word: a listed name, or one that begins with a given name.
 */
function isStrong(reading: Reading, span: NameSpan): boolean {
  if (knownTypes(reading, spanName(reading, span)).length > 0) return true;
  const first = reading.tokens[span.first];
  return first !== undefined && knownTypes(reading, normaliseName(first.text))[0] === 'person';
}

/** Confidence that the (trimmed) span is a name, 0..1; 0 for not a name. */
export function weighName(reading: Reading, span: NameSpan): number {
  const name = spanName(reading, span);
  if (isKnownName(reading, name)) return opensAsWord(reading, span, name) ? 0 : 0.95;
  if (span.first === span.last)
    return isShortName(reading, span.first) ? 0.85 : weighWord(reading, span.first, name);
  return weighPhrase(reading, span, name);
}

/**
 * Whether a capitalised word that is not a plain word begins or ends a name of the bank: “Nwosu” if Aisha Nwosu is
 * known.
 */
function isShortName(reading: Reading, index: number): boolean {
  const token = reading.tokens[index] as NameToken;
  if (
    token.shape !== 'capital' ||
    reading.german ||
    reading.loud.has(index) ||
    isPlainWord(token.lower) ||
    SENTENCE_WORDS.has(token.lower) ||
    CALENDAR_WORDS.has(token.lower)
  )
    return false;
  return reading.hints.partOf?.(normaliseName(token.text)) !== undefined;
}

/** "Will you come", "Mark the date": a known name used as a plain word. */
function opensAsWord(reading: Reading, span: NameSpan, name: string): boolean {
  const token = reading.tokens[span.first] as NameToken;
  const next = reading.tokens[span.first + 1];
  return (
    span.first === span.last &&
    token.initial &&
    isPlainWordToo(name) &&
    next?.joined === true &&
    AFTER_PLAIN_WORD.has(next.lower)
  );
}

function weighWord(reading: Reading, index: number, name: string): number {
  const token = reading.tokens[index] as NameToken;
  if (CALENDAR_WORDS.has(token.lower)) return 0;
  if (DEMONYMS.has(token.lower) && gazetteerTypes(name).length === 0) return 0;
  if (token.shape === 'letter') return 0;
  if (token.shape === 'caps') return weighCaps(reading, index, name);
  if (token.shape === 'mixed') return 0.8;
  const listed = gazetteerTypes(name).length > 0;
  if (listed) return weighListed(reading, index, name);
  const plain =
    isPlainWord(token.lower) || (token.initial && FOREIGN_SENTENCE_WORDS.has(token.lower));
  if (reading.loud.has(index) || reading.german) return germanWord(reading, token, index);
  if (token.initial) return weighInitial(reading, index, plain);
  if (!plain) return 0.7;
  return followsWorkCue(reading, index) && !SENTENCE_WORDS.has(token.lower) ? 0.6 : 0;
}

function germanWord(reading: Reading, token: NameToken, index: number): number {
  if (!reading.german) return 0;
  const before = reading.tokens[index - 1];
  if (GERMAN_PLACE_ENDING.test(token.lower) && token.lower.length > 9) return 0.7;
  return before !== undefined &&
    token.joined &&
    (TITLES.has(before.lower) || before.lower === 'firma')
    ? 0.7
    : 0;
}

/** Confidence of a listed name; one that is also a plain word needs more than a sentence-initial capital. */
function weighListed(reading: Reading, index: number, name: string): number {
  const token = reading.tokens[index] as NameToken;
  const quiet = !reading.loud.has(index);
  if (!isPlainWordToo(name)) return token.initial ? 0.8 : 0.88;
  if (!token.initial && quiet && !reading.german) return 0.75;
  const next = reading.tokens[index + 1];
  if (next === undefined) return 0;
  if (token.possessive && nounKind(next.lower) !== undefined) return 0.65;
  const verbs = gazetteerTypes(name)[0] === 'organisation' ? SUBJECT_VERBS : HUMAN_VERBS;
  if (next.joined && verbs.has(next.lower)) return 0.6;
  return reading.recurring.has(token.lower) ? 0.65 : 0;
}

function weighInitial(reading: Reading, index: number, plain: boolean): number {
  const token = reading.tokens[index] as NameToken;
  if (plain) return 0;
  if (reading.recurring.has(token.lower)) return 0.65;
  if (INFLECTED.test(token.lower)) return 0;
  const next = reading.tokens[index + 1];
  if (next?.joined !== true || token.text.length < 3) return 0;
  if (PERSON_VERBS.has(next.lower) || (token.possessive && nounKind(next.lower) !== undefined))
    return 0.6;
  return 0;
}

function weighCaps(reading: Reading, index: number, name: string): number {
  const token = reading.tokens[index] as NameToken;
  if (isOrganisationAcronym(token.text)) return reading.loud.has(index) ? 0.5 : 0.9;
  if (PLAIN_ACRONYMS.has(token.text.replace(/s$/, '')) && token.text !== 'US') return 0;
  const plain = isPlainWord(token.lower);
  if (token.text === 'US' || token.text === 'U.S') return 0.85;
  if (plain || CALENDAR_WORDS.has(token.lower)) return 0;
  if (gazetteerTypes(name).length > 0) return isPlainWordToo(name) ? 0.5 : 0.85;
  if (reading.loud.has(index) || DEMONYMS.has(token.lower)) return 0;
  return token.text.length >= 2 && token.text.length <= 7 && !/^\p{Lu}\d{0,2}$/u.test(token.text)
    ? 0.6
    : 0;
}

function weighPhrase(reading: Reading, span: NameSpan, name: string): number {
  if (gazetteerTypes(name).length > 0) return 0.92;
  const tokens = reading.tokens.slice(span.first, span.last + 1);
  const first = tokens[0] as NameToken;
  if (TITLES.has(first.lower)) return 0.9;
  const given = gazetteerTypes(normaliseName(first.text))[0] === 'person';
  if (given && !(first.initial && isPlainWordToo(first.lower))) return 0.88;
  const headed = tokens.some(isHead);
  if (reading.german)
    return first.shape === 'mixed' ||
      first.shape === 'caps' ||
      tokens.some((token) => /^(?:gmbh|ag|kg|ev)$/.test(token.lower))
      ? 0.7
      : 0;
  const plain = tokens.filter((token) => isPlain(token)).length;
  if (reading.loud.has(span.first)) return headed && plain < tokens.length - 1 ? 0.5 : 0;
  if (plain === tokens.length)
    return first.initial ? (headed && tokens.length > 2 ? 0.55 : 0) : headed ? 0.75 : 0.6;
  if (headed) return 0.82;
  return first.initial && isPlain(first) ? 0.6 : 0.75;
}

function isHead(token: NameToken): boolean {
  return (
    PLACE_HEADS.has(token.lower) ||
    ORGANISATION_HEADS.has(token.lower) ||
    EVENT_HEADS.has(token.lower)
  );
}

export function isPlain(token: NameToken): boolean {
  return token.shape === 'lower' || token.shape === 'number' || isPlainWord(token.lower);
}

/** A dictionary word, in the singular or the plural. */
function isPlainWord(lower: string): boolean {
  return (
    SENTENCE_WORDS.has(lower) ||
    COMMON_WORDS.has(lower) ||
    (lower.endsWith('s') && COMMON_WORDS.has(lower.slice(0, -1)))
  );
}
