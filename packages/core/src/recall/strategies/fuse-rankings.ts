import { constrain } from '../rank-candidates.js';
import type { Chosen, RecallContext } from '../recall-context.js';
import type { Ranked } from '../ranking/ranked.js';
import { constrained } from '../ranking/score.js';

export interface WeightedRanking {
  readonly results: readonly Ranked[];
  readonly weight: number;
}

/**
 * Combines rankings: each result's scores summed by the rankings' weights (CombSUM; Fox and Shaw 1994).
 * Scores are probabilities on one fitted scale, so a certain result of one ranking beats the also-rans of
 * another, which ranks alone could not express. Ties keep the first ranking's order. Scores stay with the
 * positions, best first.
 */
export function fuseRankings(rankings: readonly WeightedRanking[], limit: number): Ranked[] {
  const merits = new Map<number, { result: Ranked; merit: number }>();
  for (const { results, weight } of rankings) {
    for (const result of results) {
      const known = merits.get(result.slot);
      merits.set(result.slot, {
        result: known?.result ?? result,
        merit: (known?.merit ?? 0) + weight * result.score,
      });
    }
  }
  const order = [...merits.values()]
    .sort((a, b) => b.merit - a.merit)
    .slice(0, limit)
    .map(({ result }) => result);
  return constrained(order, 'strategy');
}

/**
 * The first query's answer with other results; results with the value asked for come before the others of
 * their slot; what was considered and what failed is merged from all.
 */
export async function merged(
  first: Chosen,
  others: readonly Chosen[],
  results: readonly Ranked[],
  context: RecallContext,
): Promise<Chosen> {
  const { ranked, validity } = await constrain(
    results,
    {
      ...context,
      understanding: first.understanding,
      votes: first.input.feedback.votes,
      vector: first.input.vector,
    },
    first.model,
  );
  return {
    ...first,
    results: ranked,
    pool: ranked,
    validity,
    considered: others.reduce(
      (most, { considered }) => Math.max(most, considered),
      first.considered,
    ),
    faults: [...new Set([...first.faults, ...others.flatMap(({ faults }) => faults)])],
  };
}
