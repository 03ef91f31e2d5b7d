import type { Certainty, Known } from '../../domain/certainty.js';

/** What is judged of one result. */
export interface Judgement {
  /** That it answers, 0..1; null if nothing was fitted for the question. */
  readonly probability: number | null;
  readonly certainty: Certainty;
}

/** What is judged of the bank. */
export interface KnownJudgement extends Known {
  /** That it holds an answer, 0..1; null if nothing was fitted for the question. */
  readonly probability: number | null;
}
