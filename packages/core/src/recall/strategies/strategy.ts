import type { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import { DAY } from '../../domain/time.js';
import type { LanguageModel, Prompt } from '../../ports/models.js';
import { missingParts } from '../../prompts/query-expansion.js';
import { rankWidely } from '../cascade.js';
import { constrain, rankCandidates } from '../rank-candidates.js';
import { heldTerms } from '../ranking/rank.js';
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

/**
 * A second query counts as much as the first answer: it covers a part of the question that nothing found so far
 * contains. A part has fewer words, which yield lower scores: they are scaled up by at most this factor, until its
 * best equals the first answer's.
 */
const AGAIN_WEIGHT = 1;
const LEVELLED = 4;
/** A word below this share of the question's heaviest is no separate part. */
const WEIGHTY = 0.4;
const SHOWN_TO_MODEL = 10;

/** Judges which part of the question the first answer leaves open, and queries for that. */
export const reflective: Strategy = async (context) => {
  const { query, limit } = context.profile;
  if (query === undefined)
    return plain(context, ['a picture alone has no parts that an answer could lack']);
  const first = await rankCandidates({
    ...context,
    profile: { ...context.profile, ...deeper(context.profile, 2) },
  });
  const shown: RankedSet = { ...first, results: first.results.slice(0, limit) };
  const found = shown.results.slice(0, SHOWN_TO_MODEL).map(({ memory }) => memory.content);
  const answer = await askModel(
    context.ports.languageModel,
    missingParts({ question: query, found }),
  );
  if (answer.kind === 'failed') return plain(context, [answer.why]);
  const missing = answer.kind === 'answer' ? answer.value.missing : uncovered(shown);
  const unavailable = answer.kind === 'absent' ? [NO_LANGUAGE_MODEL] : [];
  if (missing.length === 0)
    return {
      chosen: shown,
      used: 'reflective',
      steps: ['the first answer leaves no part of the question open'],
      unavailable,
    };
  const again: RankedSet[] = [];
  for (const part of missing)
    again.push(await rankCandidates(withQuery(context, part, deeper(context.profile, 2))));
  const lists = again.map(({ results }) => ({
    results,
    weight: (AGAIN_WEIGHT * levelWith(first, results)) / again.length,
  }));
  return {
    chosen: await merged(
      first,
      again,
      fuseRankings([{ results: first.results, weight: 1 }, ...lists], limit),
      context,
    ),
    used: 'reflective',
    steps: missing.map((part) => `the first answer left open, and so was asked again: “${part}”`),
    unavailable,
  };
};

/** The factor that makes another answer's best score equal to the first answer's: 1 to {@link LEVELLED}. */
function levelWith({ results: [first] }: RankedSet, [best]: RankedSet['results']): number {
  if (first === undefined || best === undefined) return 1;
  return Math.max(1, Math.min(LEVELLED, first.score / best.score));
}

/** The weighty words that no result contains, with the names of the question: one more query, or none. */
function uncovered({ results, understanding, input }: RankedSet): string[] {
  const held = new Set(
    results.flatMap(({ slot }) => heldTerms(slot, input).map(({ term }) => term)),
  );
  const heaviest = Math.max(0, ...understanding.terms.map(({ weight }) => weight));
  const missing = understanding.terms.filter(
    ({ term, number, weight }) => number >= 0 && weight >= WEIGHTY * heaviest && !held.has(term),
  );
  return missing.length === 0
    ? []
    : [[...understanding.nameTerms, ...missing].map(({ word }) => word).join(' ')];
}

/** Number of candidates per result requested, and the weights of the new order. */
const CANDIDATES = 3;
const WEIGHTS = { similarity: 0.7, recency: 0.1, usefulness: 0.2 } as const;
/** A memory unused for this long has a recency of zero. */
const FADES_AFTER_DAYS = 90;
const NEVER_USED = 0.5;

/** Three times the results, reordered by similarity, recency of use and proven usefulness. */
export const reranking: Strategy = async (context) => {
  const { profile, ports } = context;
  const { query } = profile;
  const wide: RecallContext = {
    ...(query === undefined ? context : withQuery(context, query)),
    picture: context.picture,
    profile: { ...profile, ...deeper(profile, CANDIDATES) },
  };
  const chosen = await rankCandidates(wide);
  const { similarities, judge, fault } = await judged(chosen.results, query, ports.reranker);
  const anew = chosen.results
    .map((result, at) => ({ result, value: valueOf(result, similarities[at] ?? 0, context) }))
    .sort((a, b) => b.value - a.value || b.result.logit - a.result.logit)
    .slice(0, profile.limit)
    .map(({ result }) => result);
  const order = constrained(anew, 'reranker');
  return {
    chosen: {
      ...chosen,
      results: order,
      pool: order,
      faults: [
        ...chosen.faults,
        ...(fault === null ? [] : [`The reranker had no part in the order: ${fault}`]),
      ],
    },
    used: 'reranking',
    steps: [
      `ordered ${chosen.results.length} candidates anew: ${WEIGHTS.similarity} similarity by ${judge}, ${WEIGHTS.recency} recency of use, ${WEIGHTS.usefulness} usefulness`,
    ],
    unavailable:
      ports.reranker === undefined
        ? ['no reranker is configured']
        : fault === null
          ? []
          : [`the reranker ${ports.reranker.id}: ${fault}`],
  };
};

interface Judged {
  /** 0..1, by position in the list. */
  readonly similarities: readonly number[];
  readonly judge: string;
  readonly fault: string | null;
}

async function judged(
  results: readonly Ranked[],
  query: string | undefined,
  reranker: RecallContext['ports']['reranker'],
): Promise<Judged> {
  const byFusion = (fault: string | null): Judged => ({
    similarities: spread(results.map(({ score }) => score)),
    judge: 'the learned fusion',
    fault,
  });
  if (reranker === undefined || query === undefined || results.length < 2) return byFusion(null);
  try {
    const scores = await reranker.rerank(
      query,
      results.map(({ memory }) => memory.content),
    );
    return { similarities: spread(scores), judge: reranker.id, fault: null };
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return byFusion(error.message);
  }
}

/** Rescales scores to 0..1 between the worst and the best. */
function spread(scores: readonly number[]): number[] {
  const least = Math.min(...scores);
  const span = Math.max(...scores) - least;
  return scores.map((score) => (span === 0 ? 1 : (score - least) / span));
}

function valueOf(
  { slot, memory }: Ranked,
  similarity: number,
  { state, now }: RecallContext,
): number {
  const { lastAccessedAt } = state.index.usage(slot);
  const usefulness = state.votes.usefulness(memory.id);
  const recency =
    lastAccessedAt === null
      ? NEVER_USED
      : Math.max(0, 1 - (now - lastAccessedAt) / DAY / FADES_AFTER_DAYS);
  return (
    WEIGHTS.similarity * similarity + WEIGHTS.recency * recency + WEIGHTS.usefulness * usefulness
  );
}
