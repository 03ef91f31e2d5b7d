import type { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { LanguageModel, Prompt } from '../../ports/models.js';
import { rankWidely } from '../cascade.js';
import { constrain } from '../rank-candidates.js';
import { constrained, type Ranked } from '../ranking/score.js';
import type { RankedSet, RecallContext } from '../recall-context.js';

/** What a strategy found, and what it did. */
export interface StrategyOutcome {
  readonly chosen: RankedSet;
  /** The strategy that completed; `plain` after a fallback. */
  readonly used: StrategyName;
  /** What was done, in order, in words. */
  readonly steps: readonly string[];
  /** What would have improved it and was unavailable, in words. */
  readonly unavailable: readonly string[];
  /** Log-odds that the bank knows an answer, from another way of asking; absent without one. */
  readonly knownAtLeast?: number;
}

/** A way to search: it may run several queries on the same state, and reports what it did. */
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

/** Searches deeper than the caller's limit, so that results of a second list can rise. */
export function deeper(
  { limit }: RecallContext['profile'],
  times: number,
): { readonly limit: number } {
  return { limit: Math.min(200, limit * times) };
}

/** A model's answer, or why there is none: `absent` when none is configured. */
type ModelAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string };

/** Calls the language model if there is one; a failure is reported, never thrown. */
export async function askModel<Schema extends z.ZodType>(
  model: LanguageModel | undefined,
  prompt: Prompt<Schema>,
): Promise<ModelAnswer<z.output<Schema>>> {
  if (model === undefined) return { kind: 'absent' };
  try {
    return { kind: 'answer', value: await model.complete(prompt) };
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return {
      kind: 'failed',
      why: `the language model ${model.id} had no part in it: ${error.message}`,
    };
  }
}

export const NO_LANGUAGE_MODEL = 'no language model is configured';

export interface WeightedRanking {
  readonly results: readonly Ranked[];
  readonly weight: number;
}

/**
 * Combines rankings: each result's scores summed by the rankings' weights (CombSUM; Fox and Shaw 1994). Scores are
 * probabilities on one fitted scale, so a certain result of one ranking beats the also-rans of another, which ranks
 * alone could not express. Ties keep the first ranking's order. Scores stay with the positions, best first.
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
 * The first query's answer with other results; results with the value asked for come before the others of their slot;
 * what was considered and what failed is merged from all.
 */
export async function merged(
  first: RankedSet,
  others: readonly RankedSet[],
  results: readonly Ranked[],
  context: RecallContext,
): Promise<RankedSet> {
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

/**
 * One query, widened while uncertain if the profile asks for that. `unavailable` says what another strategy lacked
 * when it falls back to this one; such an answer is not cached.
 */
export async function plain(
  context: RecallContext,
  unavailable: readonly string[] = [],
): Promise<StrategyOutcome> {
  const chosen = await rankWidely(context);
  const faults = unavailable.map((why) => `Asked plainly: ${why}`);
  return {
    chosen: { ...chosen, faults: [...chosen.faults, ...faults] },
    used: 'plain',
    steps: [],
    unavailable,
  };
}
