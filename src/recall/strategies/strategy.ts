import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { Chosen, Scene } from '../recall-context.js';

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

/** One way of asking (capability A8): it may ask several times, of the same state, and says what it did. */
export type Strategy = (scene: Scene) => Promise<StrategyOutcome>;

export function reportOf(
  asked: StrategyReport['asked'],
  { used, steps, unavailable }: StrategyOutcome,
): StrategyReport {
  return { asked, used, steps, unavailable };
}

/** The same question, asked otherwise. Pictures and learned reranking belong to the question itself. */
export function withQuery(
  scene: Scene,
  query: string,
  changes: Partial<Scene['profile']> = {},
): Scene {
  const { reranker: _reranker, ...ports } = scene.ports;
  return {
    ...scene,
    picture: null,
    ports,
    profile: {
      ...scene.profile,
      image: undefined,
      query: query.slice(0, MOST_CHARACTERS),
      ...changes,
    },
  };
}

const MOST_CHARACTERS = 4_096;

/** Looks deeper than the caller asked, so that what a second list holds can rise. */
export function deeper({ breadth }: Scene['profile'], times: number): { readonly breadth: number } {
  return { breadth: Math.min(200, breadth * times) };
}
