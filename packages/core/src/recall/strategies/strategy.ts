import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { Chosen, RecallContext } from '../recall-context.js';

/** What a strategy found, and what it did. */
export interface StrategyOutcome {
  readonly chosen: Chosen;
  /** The strategy that completed; `plain` after a fallback. */
  readonly used: StrategyName;
  /** What was done, in order, in words. */
  readonly steps: readonly string[];
  /** What would have improved it and was unavailable, in words. */
  readonly unavailable: readonly string[];
  /** Log-odds that the bank knows an answer, from another way of asking; absent without one. */
  readonly knownAtLeast?: number;
}

/** One way of asking: it may run several queries on the same state, and reports what it did. */
export type Strategy = (context: RecallContext) => Promise<StrategyOutcome>;

export function reportOf(
  asked: StrategyReport['asked'],
  { used, steps, unavailable }: StrategyOutcome,
): StrategyReport {
  return { asked, used, steps, unavailable };
}

/** The same recall with another query. Pictures and learned reranking belong to the original question only. */
export function withQuery(
  context: RecallContext,
  query: string,
  changes: Partial<RecallContext['profile']> = {},
): RecallContext {
  const { reranker: _reranker, ...ports } = context.ports;
  return {
    ...context,
    picture: null,
    ports,
    profile: {
      ...context.profile,
      image: undefined,
      query: query.slice(0, MAX_CHARACTERS),
      ...changes,
    },
  };
}

const MAX_CHARACTERS = 4_096;

/** Searches deeper than the caller asked, so that results of a second list can rise. */
export function deeper(
  { limit }: RecallContext['profile'],
  times: number,
): { readonly limit: number } {
  return { limit: Math.min(200, limit * times) };
}
