import type { Chosen } from '../choose.js';
import type { Ranked } from '../ranking/rank.js';

export interface WeightedRanking {
  readonly results: readonly Ranked[];
  readonly weight: number;
}

/** The constant of reciprocal rank fusion (Cormack et al. 2009), small: lists are short, and their heads tell the most. */
const RANK_CONSTANT = 10;

/**
 * Several rankings as one, by weighted reciprocal ranks; ties go to the first ranking's order. A result keeps what its best
 * ranking says of it; scores go with the places, best first, so that they stay in order.
 */
export function fuseRankings(rankings: readonly WeightedRanking[], breadth: number): Ranked[] {
  const merits = new Map<number, { result: Ranked; merit: number }>();
  for (const { results, weight } of rankings) {
    results.forEach((result, rank) => {
      const share = weight / (RANK_CONSTANT + rank);
      const known = merits.get(result.slot);
      if (known === undefined) merits.set(result.slot, { result, merit: share });
      else merits.set(result.slot, { result: known.result, merit: known.merit + share });
    });
  }
  const order = [...merits.values()].sort((a, b) => b.merit - a.merit).slice(0, breadth).map(({ result }) => result);
  return placed(order);
}

/** The results in this order, with the scores that stand among them dealt out anew, best first. */
export function placed(order: readonly Ranked[]): Ranked[] {
  const scores = order.map(({ score, logit }) => ({ score, logit })).sort((a, b) => b.logit - a.logit);
  return order.map((result, place) => ({ ...result, ...scores[place] }));
}

/** The first asking's answer with other results; what was considered and what failed counts for all. */
export function merged(first: Chosen, others: readonly Chosen[], results: readonly Ranked[]): Chosen {
  return {
    ...first,
    results,
    considered: others.reduce((most, { considered }) => Math.max(most, considered), first.considered),
    faults: [...new Set([...first.faults, ...others.flatMap(({ faults }) => faults)])],
  };
}
