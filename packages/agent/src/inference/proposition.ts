import { contentTerms } from '@mneme/core/language/terms.js';
import type { Stemmer } from '@mneme/core/language/stem.js';

/** What a clause says, as far as two clauses are compared. */
export interface Proposition {
  readonly text: string;
  /** Stems of its content words, each once. */
  readonly terms: readonly string[];
  readonly negated: boolean;
  /** Told as what may be or might have been. */
  readonly unsure: boolean;
}

const NEGATED =
  /(?<![\p{L}])(?:not|never|no longer|no|nobody|nothing|none|without|cannot|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|pas|jamais|sans|nunca|sin)(?![\p{L}])|n['’]t(?![\p{L}])/iu;
const UNSURE =
  /(?<![\p{L}])(?:may|might|could|would|should|perhaps|maybe|probably|possibly|apparently|supposedly|i think|i guess|i suspect|if|unless|whether|vielleicht|wohl|womöglich|könnte|würde|peut-être|quizás|tal vez)(?![\p{L}])/iu;

/** When something was, and how often, is no part of what it was. */
const WHEN =
  /(?<![\p{L}])(?:today|yesterday|tonight|tomorrow|again|finally|suddenly|just|(?:last|next|this|that|every) (?:week|month|year|night|morning|evening|afternoon|day)|in the (?:night|morning|evening|afternoon)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|during the (?:day|night)|at (?:noon|night|midnight))(?![\p{L}])/giu;
/** Who found it out is no part of it either. */
const LEARNED =
  /^(?:we|i|they|he|she|you|everybody|everyone|people) (?:have |had |just |also )?(?:found out|noticed|learned|learnt|heard|saw|discovered|realised|realized|know|knew|established) (?:\p{L}{1,12} )?that /iu;

/** Two clauses are read as one from here on. */
export const SAME_FROM = 0.6;
/** Where each says something that the other lacks, they must share more. */
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
 * How far two clauses say the same, 0..1: Dice's coefficient of their stems; 0 where one denies what the other says, where too little is
 * shared to tell, or where each names something that the other does not.
 */
export function sameness(one: Proposition, other: Proposition): number {
  return one.negated === other.negated ? likeness(one, other) : 0;
}

/** The same, whether or not one is denied. */
export function likeness(one: Proposition, other: Proposition): number {
  const shared = one.terms.filter((term) =>
    other.terms.some((each) => sameTerm(term, each)),
  ).length;
  if (shared < 2 && (shared === 0 || one.terms.length > 1 || other.terms.length > 1)) return 0;
  const dice = Math.min(1, (2 * shared) / (one.terms.length + other.terms.length));
  const bothDiffer = shared < one.terms.length && shared < other.terms.length;
  return dice >= (bothDiffer ? SAME_BOTH_DIFFER : SAME_FROM) ? dice : 0;
}

/** A stemmer leaves forms of one word apart now and then: overheat, overheated. */
const MIN_STEM = 5;

function sameTerm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.startsWith(short);
}

/** What terms are found by that may be forms of one word. */
export const termKey = (term: string): string => term.slice(0, MIN_STEM);
