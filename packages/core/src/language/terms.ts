import { isStopWord } from './stop-words.js';
import type { Stemmer } from './stem.js';
import { ReadText, type Readable } from './read-text.js';
import { readingStep } from './reading-step.js';

/** A compound code identifier: camelCase or snake_case. */
const COMPOUND = /(?<!\w)[A-Z0-9_]*[a-z]\w*[A-Z]|\w_\w/;
/** "64GB", "KL1613": written apart as often; an ordinal, a time of day and a decade are one word. */
const DESIGNATION =
  /^(\p{L}{1,6})(\p{N}{1,12})$|^(\p{N}{1,12})(?!(?:st|nd|rd|th|am|pm|s)$)(\p{L}{1,6})$/u;
/** "1,200", "1.200" and "1’200" are 1200. */
const GROUPED = /(?<![\p{N}.,’'])\p{N}{1,3}(?:[.,’']\p{N}{3}){1,5}(?![\p{N}]|[.,’']\p{N})/gu;
/** No identifier is longer, and the pattern takes quadratic time on a text without a space. */
const LONGEST_IDENTIFIER = 200;

/**
 * Emoji in the text; symbols that only look similar, such as © and ↔, are excluded. Flags are pairs of
 * letters, the rest single characters.
 */
const PICTURES = /\p{Regional_Indicator}{2}|(?![©®™‼⁉ℹ↔-↪])\p{Extended_Pictographic}/gu;

/**
 * The stems of a text's content words, in order: what it is about. Function words are left out; identifiers
 * yield themselves and their parts ("getUserName" → getusername, get, user, name). Emoji come last,
 * whatever their colour.
 */
export const contentTerms = readingStep(
  'words',
  (text: Readable, ..._read) => bareWords(ReadText.of(text).text),
  termsOf,
);

/** Where the stems cannot be made, the text is found by its words as they stand. */
function bareWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function termsOf(given: Readable, language: string, stemmer: Stemmer): string[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const terms: string[] = [];
  for (const word of reading.words) {
    const raw = text.slice(word.start, word.end);
    const joined = DESIGNATION.exec(word.text);
    if (joined === null && raw.length <= LONGEST_IDENTIFIER && COMPOUND.test(raw)) {
      terms.push(word.text.replaceAll('_', ''));
      for (const part of identifierParts(raw))
        if (!isStopWord(part, 'en')) terms.push(stemmer(part, 'en'));
      continue;
    }
    if (isStopWord(word.text, language)) continue;
    if (joined !== null) terms.push(...[1, 2, 3, 4].flatMap((at) => joined[at] ?? []));
    const term = stemmer(word.text, language);
    if (term !== '') terms.push(term);
  }
  for (const [number] of reading.all(GROUPED)) terms.push(number.replaceAll(/\D/g, ''));
  for (const [picture] of reading.all(PICTURES)) terms.push(picture);
  return terms;
}

export function identifierParts(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .split(/[\s_]+/)
    .filter((part) => part.length > 1)
    .map((part) => part.toLowerCase());
}
