import { contentTerms } from '../../packages/core/src/language/terms.js';
import { foldAccents } from '../../packages/core/src/language/names/name-spelling.js';
import type { Stemmer } from '../../packages/core/src/language/stem.js';
import { words } from '../../packages/core/src/language/segmentation.js';

/** Of the content words of the listed value so many must be told. */
const SHARE = 0.5;

/** Whether a value as it was told is the one that is listed: either holds the other's words, or the numbers are the same and half of the words. */
export function sameValue(listed: string, told: string, stemmer: Stemmer): boolean {
  const [one, other] = [foldAccents(listed), foldAccents(told)];
  if (holds(one, other) || holds(other, one)) return true;
  const [wanted, got] = [one, other].map((text) => contentTerms(text, 'en', stemmer)) as [
    string[],
    string[],
  ];
  const isWord = (term: string): boolean => !/\d/.test(term);
  const wantedWords = wanted.filter(isWord);
  if (wanted.length === 0 || !sameNumbers(one, other)) return false;
  const shared = wantedWords.filter((term) => got.includes(term)).length;
  return shared >= SHARE * wantedWords.length && shared + (wanted.length - wantedWords.length) > 0;
}

/** Whether all words of the one stand in the other, in a row. */
function holds(text: string, part: string): boolean {
  const run = (of: string): string =>
    ` ${words(of)
      .map((word) => word.text)
      .join(' ')} `;
  return run(part).trim() !== '' && run(text).includes(run(part));
}

function sameNumbers(one: string, other: string): boolean {
  const numbers = (text: string): string =>
    [...new Set(text.match(/\d+(?:[.,:]\d+)*/g) ?? [])].sort().join(' ');
  return numbers(one) === numbers(other);
}
