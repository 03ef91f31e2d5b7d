import type { Gone } from '../kernel/module.js';
import { applyConstraints } from './module-hooks.js';
import type { Chosen, RecallContext } from './recall-context.js';

/** What was chosen, with what modules put in front. */
export interface LedAnswer {
  readonly chosen: Chosen;
  /** Log-odds that the bank knows the answer, if the first result is exactly what was asked for. */
  readonly knownAtLeast: number | undefined;
  /** Set when what was asked for is gone. */
  readonly gone: Gone | undefined;
}

/** Lets modules reorder the answer once, after a strategy has assembled it. */
export async function leadAnswer(chosen: Chosen, context: RecallContext): Promise<LedAnswer> {
  const { pool, results, understanding } = chosen;
  if (results.length === 0) return { chosen, knownAtLeast: undefined, gone: undefined };
  const { ranked, knownAtLeast, gone } = await applyConstraints('answer', pool, {
    ...context,
    understanding,
    votes: chosen.input.feedback.votes,
  });
  return {
    chosen:
      ranked === pool
        ? chosen
        : { ...chosen, pool: ranked, results: ranked.slice(0, results.length) },
    knownAtLeast,
    gone,
  };
}
