import { z } from 'zod';
import { MemoryId } from '../domain/ids.js';
import { REASONING_TYPES } from '../domain/reasoning.js';
import { PathReport } from '../domain/recollection.js';
import { Route } from '../domain/layers.js';
import { type Of, type SchemaOf, Share } from '../domain/schema.js';
import { readRoute } from '../language/route/read-route.js';
import { FitPart } from './ranking/score.js';
import type { RankedSet, RecallContext } from './recall-context.js';
import { chooseToExplain, FeatureShare, type FusionShares, takeApart } from './take-apart.js';
import { WhyNot } from './why-not.js';

const pathRankShape = z.strictObject({
  path: z.string(),
  rank: z.number(),
  score: z.number(),
});
/** A path that found a memory: at which rank, from 1, and with which score, comparable within the path. */
export interface PathRank extends Of<typeof pathRankShape> {}
export const PathRank: SchemaOf<PathRank, typeof pathRankShape> = pathRankShape;

const explainedResultShape = z.strictObject({
  rank: z.number(),
  id: MemoryId,
  content: z.string(),
  /** 0..1. */
  score: Share,
  /** The sum of `terms`. */
  logit: z.number(),
  paths: z.array(PathRank),
  /** In logits. `fusion` is the sum of `base`, `features` and `rest`. */
  terms: z.record(z.string(), z.number()),
  /** The parts of the fit to the reasoning type, each 0..1 times its weight. */
  fit: z.array(FitPart),
  /** Which fusion ranked it: the general one, or the one for code. */
  fusion: z.enum(['text', 'code']),
  /** The logit of a candidate whose features are all 0. */
  base: z.number(),
  /** Features that are not 0, largest contribution first. */
  features: z.array(FeatureShare),
  /** What only several features together add. */
  rest: z.number(),
});
/** One result and the complete explanation of its position. */
export interface ExplainedResult extends Of<typeof explainedResultShape> {}
export const ExplainedResult: SchemaOf<ExplainedResult, typeof explainedResultShape> =
  explainedResultShape;

const rankingExplanationShape = z.strictObject({
  query: z.string(),
  /** Where the question leads by its words. */
  route: Route,
  reasoning: z.enum(REASONING_TYPES),
  cues: z.array(z.string()),
  considered: z.number(),
  paths: z.array(PathReport),
  results: z.array(ExplainedResult),
  /** Milliseconds by step, in order; without the explaining itself. */
  timings: z.record(z.string(), z.number()),
  /** At which step the answer lost the memory that was asked about, and by how much; null where none was. */
  lost: WhyNot.nullable(),
  /** Where something other than the figures decided the order, in words. */
  notices: z.array(z.string()),
});
export interface RankingExplanation extends Of<typeof rankingExplanationShape> {}
export const RankingExplanation: SchemaOf<RankingExplanation, typeof rankingExplanationShape> =
  rankingExplanationShape;

/** Explains a ranking by running it again and decomposing the answer. It costs recall itself nothing. */
export async function explainRanking(
  context: RecallContext,
): Promise<Omit<RankingExplanation, 'lost'>> {
  const { profile, ports, timer } = context;
  const { chosen, notices } = await chooseToExplain(context);
  const timings = { ...timer.times };
  const { understanding, results } = chosen;
  const fused = new Set(chosen.fused.map(({ slot }) => slot));
  const shares = await takeApart(
    results.map(({ slot }) => slot),
    chosen,
    ports.code,
  );
  return {
    query: understanding.query,
    route: readRoute(understanding.query),
    reasoning: understanding.reasoning,
    cues: understanding.cues,
    considered: chosen.considered,
    paths: chosen.reports,
    results: results.map(({ slot, memory, score, logit, terms, fit }, at): ExplainedResult => ({
      rank: at + 1,
      id: memory.id,
      content: memory.content,
      score,
      logit,
      paths: pathRanks(slot, chosen),
      terms,
      fit,
      ...(fused.has(slot) ? (shares[at] as FusionShares) : UNWEIGHED),
    })),
    timings,
    notices: [
      ...notices,
      ...(ports.reranker !== undefined && profile.query !== undefined
        ? [
            'A reranker ordered the best twenty anew; the term `reranker` tells what it moved each by.',
          ]
        : []),
      ...(profile.strategy === 'plain' || profile.strategy === 'auto'
        ? []
        : [`Explained as a plain recall; the strategy ${profile.strategy} asks more than once.`]),
      ...(chosen.validity === null
        ? []
        : ['Memories contradict each other here; what holds was put before what it replaces.']),
      ...chosen.faults,
    ],
  };
}

const UNWEIGHED: FusionShares = { fusion: 'text', base: 0, features: [], rest: 0 };

/** Which paths found a slot, and its rank in each. */
function pathRanks(slot: number, { input: { found } }: Pick<RankedSet, 'input'>): PathRank[] {
  return Object.entries(found).flatMap(([path, candidates = []]): PathRank[] => {
    const own = candidates.find((candidate) => candidate.slot === slot);
    return own === undefined
      ? []
      : [
          {
            path,
            rank: 1 + candidates.filter(({ score }) => score > own.score).length,
            score: own.score,
          },
        ];
  });
}
