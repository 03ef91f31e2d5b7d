import { MnemeError } from '../domain/errors.js';
import type { Reranker } from '../ports/models.js';
import { Rest, within } from '../spaces/with-timeout.js';

/** A reranker that costs a recall at most `timeoutMs` milliseconds, and is skipped for a while after a failure. */
export function restingReranker(
  reranker: Reranker,
  timeoutMs: number,
  ticks: () => number,
): Reranker {
  const rest = new Rest(ticks);
  return {
    id: reranker.id,
    rerank: async (query, texts) => {
      const fault = rest.fault();
      if (fault !== null) throw away(fault);
      const answer = await within(timeoutMs, (signal) => reranker.rerank(query, texts, signal));
      if (!answer.refused) rest.note(answer.ok ? null : answer.error);
      if (answer.ok) return answer.value;
      throw away(answer.error);
    },
  };
}

function away(why: string): MnemeError {
  return new MnemeError('unavailable', why, { field: 'reranker' });
}
