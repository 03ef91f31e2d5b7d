import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { Chosen, RecallContext } from '../recall-context.js';

/** What a strategy found, and what it did for it. */
export interface StrategyOutcome {
  readonly chosen: Chosen;
  /** The strategy that carried it through; `plain` where it had to fall back. */
  readonly used: StrategyName;
  /** What was done, in order, in words. */
  readonly steps: readonly string[];
  /** What would have made it better and was not there, in words. */
  readonly unavailable: readonly string[];
  /** Log-odds that the bank knows an answer, as another way of asking has them; absent where there was none. */
  readonly knownAtLeast?: number;
}

/** One way of asking: it may ask several times, of the same state, and says what it did. */
export type Strategy = (context: RecallContext) => Promise<StrategyOutcome>;

export function reportOf(
  asked: StrategyReport['asked'],
  { used, steps, unavailable }: StrategyOutcome,
): StrategyReport {
  return { asked, used, steps, unavailable };
}

/** The same question, asked otherwise. Pictures and learned reranking belong to the question itself. */
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

/** Looks deeper than the caller asked, so that what a second list holds can rise. */
export function deeper(
  { breadth }: RecallContext['profile'],
  times: number,
): { readonly breadth: number } {
  return { breadth: Math.min(200, breadth * times) };
}
