/**
 * How evidence moves the confidence of an opinion. A step is taken in log-odds: at 0.5 it moves the confidence
 * by about `step`, never by more, and by less the surer the opinion is; steps add up in any order.
 */

export const OPINION_MOVES = ['reinforce', 'weaken', 'contradict'] as const;
export type OpinionMove = (typeof OPINION_MOVES)[number];

/** The α of the paper's c ± α, which it takes without slowing down. */
export const OPINION_STEP = 0.1;
/** Above this a contradiction could turn a sure opinion over at once. */
export const LARGEST_STEP = 0.3;
/** What a first statement of a preference is worth. */
export const FIRST_CONFIDENCE = 0.6;
/** An opinion is never certain: from here on every step still has an effect. */
const LEAST = 0.01;
/** The slope of the logistic curve at its middle. */
const MIDDLE_SLOPE = 1 / 4;

/** A contradiction weighs as much as two weakenings. */
const STEPS: Readonly<Record<OpinionMove, number>> = { reinforce: 1, weaken: -1, contradict: -2 };

/** How far a move shifts an opinion, in log-odds. `step` is α, 0 to {@link LARGEST_STEP}. */
export function shiftOf(move: OpinionMove, step = OPINION_STEP): number {
  return (STEPS[move] * step) / MIDDLE_SLOPE;
}

/** The confidence after a shift in log-odds, 0..1: the same or higher for one above 0, the same or lower for one below. */
export function shifted(confidence: number, shift: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, confidence));
  const moved = Math.min(
    1 - LEAST,
    Math.max(LEAST, 1 / (1 + Math.exp(-(Math.log(inside / (1 - inside)) + shift)))),
  );
  // What a caller put beyond the ends stays there until something speaks against it, and comes back no faster than others move.
  const farthest = confidence + shift * MIDDLE_SLOPE;
  return shift >= 0
    ? Math.max(confidence, Math.min(moved, farthest))
    : Math.min(confidence, Math.max(moved, farthest));
}

/** What moves an opinion beside the statements it was formed from. */
export interface OpinionCase {
  /** Statements that agree, the first included, and those that say the opposite. */
  readonly agreeing: number;
  readonly against: number;
  /** What callers moved it by, in log-odds. */
  readonly moved: number;
  readonly steps: Readonly<Record<OpinionMove, number>>;
}

/** The confidence of an opinion from all there is for and against it: the same in whatever order it came. */
export function opinionConfidence({ agreeing, against, moved, steps }: OpinionCase): number {
  const shift =
    (agreeing - 1) * shiftOf('reinforce', steps.reinforce) +
    against * shiftOf('contradict', steps.contradict) +
    moved;
  return shifted(FIRST_CONFIDENCE, shift);
}
