import { contentTerms } from '@mneme/core/language/terms.js';
import type { Stemmer } from '@mneme/core/language/stem.js';

/** The content of a clause, for comparison. */
export interface Proposition {
  readonly text: string;
  /** Distinct stems of its content words. */
  readonly terms: readonly string[];
  readonly negated: boolean;
  /** Stated as a possibility. */
  readonly unsure: boolean;
}

const NEGATED =
  /(?<![\p{L}])(?:not|never|no longer|no|nobody|nothing|none|without|cannot|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|pas|jamais|sans|nunca|sin)(?![\p{L}])|n['’]t(?![\p{L}])/iu;
const UNSURE =
  /(?<![\p{L}])(?:may|might|could|would|should|perhaps|maybe|probably|possibly|apparently|supposedly|i think|i guess|i suspect|if|unless|whether|vielleicht|wohl|womöglich|könnte|würde|peut-être|quizás|tal vez)(?![\p{L}])/iu;

/** Expressions of time and frequency, which are not part of what happened. */
const WHEN =
  /(?<![\p{L}])(?:today|yesterday|tonight|tomorrow|again|finally|suddenly|just|(?:last|next|this|that|every) (?:week|month|year|night|morning|evening|afternoon|day)|in the (?:night|morning|evening|afternoon)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|during the (?:day|night)|at (?:noon|night|midnight))(?![\p{L}])/giu;
/** Introductions that say who found out, not part of it either. */
const LEARNED =
  /^(?:we|i|they|he|she|you|everybody|everyone|people) (?:have |had |just |also )?(?:found out|noticed|learned|learnt|heard|saw|discovered|realised|realized|know|knew|established) (?:\p{L}{1,12} )?that /iu;

/** Minimum similarity of two clauses to count as one. */
export const SAME_FROM = 0.6;
/** Minimum similarity where each has words that the other lacks. */
const SAME_BOTH_DIFFER = 0.8;

export function readProposition(text: string, language: string, stemmer: Stemmer): Proposition {
  return {
    text,
    terms: [
      ...new Set(contentTerms(text.replace(LEARNED, '').replace(WHEN, ' '), language, stemmer)),
    ],
    negated: NEGATED.test(text),
    unsure: UNSURE.test(text),
  };
}

/**
 * Similarity of two clauses, 0..1: Dice's coefficient of their stems; 0 where one denies what the other states, or
 * too few words are shared.
 */
export function sameness(one: Proposition, other: Proposition): number {
  return one.negated === other.negated ? likeness(one, other) : 0;
}

/** The same, regardless of negation. */
export function likeness(one: Proposition, other: Proposition): number {
  const shared = one.terms.filter((term) =>
    other.terms.some((each) => sameTerm(term, each)),
  ).length;
  if (shared < 2 && (shared === 0 || one.terms.length > 1 || other.terms.length > 1)) return 0;
  const dice = Math.min(1, (2 * shared) / (one.terms.length + other.terms.length));
  const bothDiffer = shared < one.terms.length && shared < other.terms.length;
  return dice >= (bothDiffer ? SAME_BOTH_DIFFER : SAME_FROM) ? dice : 0;
}

/** Stemming sometimes leaves forms of one word apart: overheat, overheated. */
const MIN_STEM = 5;

function sameTerm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.startsWith(short);
}

/** Index key under which forms of one word coincide. */
export const termKey = (term: string): string => term.slice(0, MIN_STEM);
