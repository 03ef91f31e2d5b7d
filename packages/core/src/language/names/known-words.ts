import type { EntityType } from '../../domain/graph.js';
import { CALENDAR_WORDS, COMMON_WORDS, SENTENCE_WORDS } from './cues.js';
import { type EntityMention, isAcquainted, knownTypes, type Reading } from './name-reading.js';
import { gazetteerTypes, isPlainWordToo, PRODUCTS } from './gazetteer.js';
import type { NameToken } from './name-tokens.js';
import { numberOfWord } from '../number-words.js';
import { normaliseName } from './name-spelling.js';

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
      confidence: isAcquainted(reading, normaliseName(text)) ? 0.8 : 0.6,
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
  if (isAcquainted(reading, name)) {
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
    if (isAcquainted(reading, folded ? part : normaliseName(part))) return length;
  }
  return 0;
}
