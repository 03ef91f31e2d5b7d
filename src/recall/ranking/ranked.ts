import type { Memory } from '../../domain/memory.js';
import type { ScoreParts } from '../../domain/recollection.js';
import type { ScoreTerms } from '../../domain/score-terms.js';
import type { Feature } from './feature-list.js';
import type { FitPart } from './reasoning-fit.js';

/** A loaded candidate with its final score. */
export interface Ranked {
  readonly slot: number;
  readonly memory: Memory;
  /** 0..1; the chance, by the fitted scale, that it bears on the question. */
  readonly score: number;
  readonly logit: number;
  readonly terms: ScoreTerms;
  readonly fit: readonly FitPart[];
  readonly parts: ScoreParts;
  readonly paths: readonly string[];
  /** The place of the passage that answers best; null for a text of one passage. */
  readonly passage: number | null;
  /** A feature of it, for explanations. */
  readonly feature: (name: Feature) => number;
}

/** A candidate in order of the learned fusion. */
export interface Fused {
  readonly slot: number;
  readonly logit: number;
  /** What its pictures add to the logit, which has it in; absent where none were asked for. */
  readonly pictures?: number;
  /** Its row in the feature table. */
  readonly row: number;
  /** What votes add to the logit; absent where nobody voted. */
  readonly lift?: number;
  /** What a learned model's nearness adds to the logit; absent where none serves the bank. */
  readonly embedder?: number;
}
