import type { MemoryId } from '../../domain/ids.js';
import { type ReasoningType } from '../../domain/reasoning.js';
import type { PathReport } from '../../domain/recollection.js';
import type { Chosen } from '../recall-context.js';
import type { Scene } from '../recall-context.js';
import type { ScoreTerms } from '../../domain/score-terms.js';
import type { FitPart } from '../ranking/reasoning-fit.js';
import { chooseToExplain } from './explained-choice.js';
import { takeApart, type FusionShares } from './take-apart.js';

/** A path that found a memory: at which rank, from 1, and with which score, comparable within the path. */
export interface PathRank {
  readonly path: string;
  readonly rank: number;
  readonly score: number;
}

/** One result and everything its place rests on. */
export interface ExplainedResult extends FusionShares {
  readonly rank: number;
  readonly id: MemoryId;
  readonly content: string;
  /** 0..1. */
  readonly score: number;
  /** The sum of `terms`. */
  readonly logit: number;
  readonly paths: readonly PathRank[];
  /** In logits. `fusion` is the sum of `base`, `features` and `rest`. */
  readonly terms: ScoreTerms;
  /** What the fit to the reasoning type is made of, each 0..1 by its weight. */
  readonly fit: readonly FitPart[];
}

export interface RankingExplanation {
  readonly query: string;
  readonly reasoning: ReasoningType;
  readonly cues: readonly string[];
  readonly considered: number;
  readonly paths: readonly PathReport[];
  readonly results: readonly ExplainedResult[];
  /** Milliseconds by step, in order; the explaining itself is not among them. */
  readonly timings: Readonly<Record<string, number>>;
  /** Where something else than the figures decided the order, in words. */
  readonly notices: readonly string[];
}

/** Explains a ranking by asking again and taking the answer apart. Recall itself pays nothing for it. */
export async function explainRanking(scene: Scene): Promise<RankingExplanation> {
  const { profile, ports, timer } = scene;
  const { chosen, notices } = await chooseToExplain(scene);
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
      ...(chosen.standing === null
        ? []
        : ['Memories contradict each other here; what holds was put before what it replaces.']),
      ...chosen.faults,
    ],
  };
}

const UNWEIGHED: FusionShares = { fusion: 'text', base: 0, features: [], rest: 0 };

/** Which paths found a slot, and where in their own order it stood. */
function pathRanks(slot: number, { input: { found } }: Pick<Chosen, 'input'>): PathRank[] {
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
