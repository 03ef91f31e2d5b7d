import type { Memory } from '../../domain/memory.js';
import type { ConstraintReport } from '../../domain/recollection.js';
import { CONSTRAINTS, SCORE_TERMS, type ScoreTerms } from '../../domain/score-terms.js';
import type { Ranked } from './ranked.js';

const NOTHING = Object.fromEntries(
  [...SCORE_TERMS, ...CONSTRAINTS].map((name) => [name, 0]),
) as ScoreTerms;

/** All terms of recall itself, plus the given ones; missing ones are zero. */
export const termsOf = (terms: Readonly<Record<string, number>>): ScoreTerms => ({
  ...NOTHING,
  ...terms,
});

export function sumOf(terms: ScoreTerms): number {
  let sum = 0;
  for (const name in terms) sum += terms[name] ?? 0;
  return sum;
}

/**
 * Puts results into the order that a constraint requires. Scores stay with the positions, as they say how
 * good the best results are and not which they are; what a result gains or loses by its new position is
 * recorded as its term for that constraint.
 */
export function constrained(order: readonly Ranked[], constraint: string): Ranked[] {
  const places = order
    .map(({ score, logit }) => ({ score, logit }))
    .sort((a, b) => b.logit - a.logit);
  return order.map((result, at) => moved(result, places[at] ?? result, constraint));
}

function moved(
  result: Ranked,
  { score, logit }: Pick<Ranked, 'score' | 'logit'>,
  constraint: string,
): Ranked {
  if (logit === result.logit) return result;
  const terms = {
    ...result.terms,
    [constraint]: (result.terms[constraint] ?? 0) + logit - result.logit,
  };
  return { ...result, score, logit: sumOf(terms), terms };
}

/** A result that no path found and a constraint requires: its whole score comes from that constraint. */
export function broughtIn(
  memory: Memory,
  slot: number,
  { score, logit }: Pick<Ranked, 'score' | 'logit'>,
  constraint: string,
): Ranked {
  return {
    slot,
    memory,
    score,
    logit,
    terms: termsOf({ [constraint]: logit }),
    fit: [],
    paths: [],
    passage: null,
    feature: () => 0,
    parts: {
      semantic: 0,
      lexical: 0,
      graph: 0,
      temporal: 0,
      reasoningFit: 0,
      agreement: 0,
      confidence: memory.confidence,
      relevance: 0,
    },
  };
}

/** Which constraints moved how many of the results, in the order they run; `others` are those of modules. */
export function constraintsOn(
  results: readonly Ranked[],
  others: readonly string[],
): ConstraintReport[] {
  return [...CONSTRAINTS, ...others]
    .map((name) => ({
      name,
      moved: results.filter(({ terms }) => Math.abs(terms[name] ?? 0) > 1e-9).length,
    }))
    .filter(({ moved: count }) => count > 0);
}
