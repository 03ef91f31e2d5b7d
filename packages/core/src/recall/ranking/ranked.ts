import type { Memory } from '../../domain/memory.js';
import type { ScoreParts } from '../../domain/recollection.js';
import type { ScoreTerms } from '../../domain/score-terms.js';
import type { Feature } from './feature-list.js';
import type { FitPart } from './reasoning-fit.js';

/** A loaded candidate with its final score. */
export interface Ranked {
  readonly slot: number;
  readonly memory: Memory;
  /** 0..1; the probability, by the fitted scale, that it is relevant to the question. */
  readonly score: number;
  readonly logit: number;
  readonly terms: ScoreTerms;
  readonly fit: readonly FitPart[];
  readonly parts: ScoreParts;
  readonly paths: readonly string[];
  /** Index of the passage that answers best; null for a text of one passage. */
  readonly passage: number | null;
  /** One of its features, for explanations. */
  readonly feature: (name: Feature) => number;
}

/** A candidate with its score by the learned fusion. */
export interface Fused {
  readonly slot: number;
  readonly logit: number;
  /** The pictures' share of the logit, which includes it; absent if no picture was asked with. */
  readonly pictures?: number;
  /** Its row in the feature table. */
  readonly row: number;
  /** The votes' share of the logit; absent without votes. */
  readonly lift?: number;
}
