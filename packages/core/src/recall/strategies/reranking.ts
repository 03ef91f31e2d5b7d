import { DAY } from '../../domain/time.js';
import { MnemeError } from '../../domain/errors.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RecallContext } from '../recall-context.js';
import { constrained, type Ranked } from '../ranking/score.js';
import { deeper, withQuery, type Strategy } from './strategy.js';

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
