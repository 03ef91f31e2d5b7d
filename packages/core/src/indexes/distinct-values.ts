import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';

/** Dates and years state when a value holds, not what it is; remarks often name the value before. */
const NOT_OF_VALUE = /\b(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2})\b|\([^()]*\)/gu;
const WORDS = /[\p{L}\p{N}](?:[.,:’'-]?[\p{L}\p{M}\p{N}])*/gu;
/** Numbers and names distinguish values, however they are worded. */
const MARK = /\p{N}|^\p{Lu}/u;

/** Whether two values differ: each has a number or a name that the other lacks, or they share no content word. */
export function areDistinct(some: string, others: string, stemmer: Stemmer): boolean {
  const [a, b] = [some.replace(NOT_OF_VALUE, ' '), others.replace(NOT_OF_VALUE, ' ')];
  const marksOf = (value: string): ReadonlySet<string> =>
    new Set(
      (value.match(WORDS) ?? [])
        .filter((word) => MARK.test(word))
        .map((mark) => stemmer(mark.toLowerCase(), 'en')),
    );
  if (isApart(marksOf(a), marksOf(b)) && isApart(marksOf(b), marksOf(a))) return true;
  const terms = contentTerms(a, 'en', stemmer);
  const termsOfOther = new Set(contentTerms(b, 'en', stemmer));
  return (
    terms.length > 0 && termsOfOther.size > 0 && terms.every((term) => !termsOfOther.has(term))
  );
}

const isApart = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((each) => !others.has(each));
