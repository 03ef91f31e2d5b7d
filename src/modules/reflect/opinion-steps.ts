/**
 * How evidence moves the confidence of an opinion. Steps are taken in log-odds: at 0.5 a step moves the
 * confidence by about `step`, never by more, and by less the more certain the opinion is; steps add up in
 * any order.
 */

import type { OpinionMove } from '../../domain/opinion.js';

/** The α of the paper's c ± α, which has no damping. */
export const OPINION_STEP = 0.1;
/** Above this, one contradiction could overturn a certain opinion. */
export const LARGEST_STEP = 0.3;
/** The confidence from a first statement of a preference. */
export const FIRST_CONFIDENCE = 0.6;
/** An opinion is never certain: beyond this limit, every step still has an effect. */
const LEAST = 0.01;
/** The slope of the logistic curve at its centre. */
const MIDDLE_SLOPE = 1 / 4;

/** A contradiction weighs as much as two weakenings. */
const STEPS: Readonly<Record<OpinionMove, number>> = { reinforce: 1, weaken: -1, contradict: -2 };

/** The shift of a move, in log-odds. `step` is α, 0 to {@link LARGEST_STEP}. */
export function shiftOf(move: OpinionMove, step = OPINION_STEP): number {
  return (STEPS[move] * step) / MIDDLE_SLOPE;
}

/**
 * The confidence after a shift in log-odds, 0..1: the same or higher for a positive one, the same or lower
 * for a negative one.
 */
export function shifted(confidence: number, shift: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, confidence));
  const moved = Math.min(
    1 - LEAST,
    Math.max(LEAST, 1 / (1 + Math.exp(-(Math.log(inside / (1 - inside)) + shift)))),
  );
  // A confidence that a caller set beyond the limits stays until something contradicts it, and
  // returns no faster than others move.
  const farthest = confidence + shift * MIDDLE_SLOPE;
  return shift >= 0
    ? Math.max(confidence, Math.min(moved, farthest))
    : Math.min(confidence, Math.max(moved, farthest));
}

/** What determines an opinion besides the statements it was formed from. */
export interface OpinionCase {
  /** Statements for it, including the first, and against it. */
  readonly agreeing: number;
  readonly against: number;
  /** The moves by callers, in log-odds. */
  readonly moved: number;
  readonly steps: Readonly<Record<OpinionMove, number>>;
}

/** The confidence of an opinion from all evidence for and against it, independent of its order. */
export function opinionConfidence({ agreeing, against, moved, steps }: OpinionCase): number {
  const shift =
    (agreeing - 1) * shiftOf('reinforce', steps.reinforce) +
    against * shiftOf('contradict', steps.contradict) +
    moved;
  return shifted(FIRST_CONFIDENCE, shift);
}
