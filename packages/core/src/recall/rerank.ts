import { MnemeError } from '../domain/errors.js';
import type { Reranker } from '../ports/models.js';
import { constrained, type Ranked } from './ranking/score.js';
import { CircuitBreaker, withTimeout } from '../spaces/learned-encoder.js';

/** Number of best results that are reranked. */
const RERANKED = 20;

/**
 * Lets a learned model reorder the best results; ties keep their order. Scores stay with the positions, best first:
 * the model's own scale is not comparable. When it fails, the order stays, and `fault` says why.
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

/** A reranker that costs a recall at most `timeoutMs` milliseconds, and is skipped for a while after a failure. */
export function restingReranker(
  reranker: Reranker,
  timeoutMs: number,
  ticks: () => number,
): Reranker {
  const rest = new CircuitBreaker(ticks);
  return {
    id: reranker.id,
    rerank: async (query, texts) => {
      const fault = rest.fault();
      if (fault !== null) throw away(fault);
      const answer = await withTimeout(timeoutMs, (signal) =>
        reranker.rerank(query, texts, signal),
      );
      if (!answer.refused) rest.note(answer.ok ? null : answer.error);
      if (answer.ok) return answer.value;
      throw away(answer.error);
    },
  };
}

function away(why: string): MnemeError {
  return new MnemeError('unavailable', why, { field: 'reranker' });
}
