import { MnemeError } from '../domain/errors.js';
import type { Reranker } from '../ports/models.js';
import type { Ranked } from './ranking/ranked.js';
import { constrained } from './ranking/score.js';

/** How many of the best are reranked. */
const RERANKED = 20;

/**
 * Lets a learned model reorder the best results; ties keep their order. Scores stay with the positions,
 * best first: the model's own scale is not comparable. When it fails, the order stays, and `fault` says
 * why.
 */
export async function rerank(
  ranked: readonly Ranked[],
  query: string,
  reranker: Reranker,
): Promise<{ readonly ranked: readonly Ranked[]; readonly fault: string | null }> {
  const best = ranked.slice(0, RERANKED);
  if (best.length < 2) return { ranked, fault: null };
  try {
    const scores = await reranker.rerank(
      query,
      best.map(({ memory }) => memory.content),
    );
    const order = best
      .map((_, at) => at)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const anew = order.flatMap((from) => best[from] ?? []);
    return {
      ranked: [...constrained(anew, 'reranker'), ...ranked.slice(RERANKED)],
      fault: null,
    };
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return { ranked, fault: `The reranker had no part in the order: ${error.message}` };
  }
}
