/** A running mean and variance that forget slowly. */
export interface RunningMoments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

export const NO_MOMENTS: RunningMoments = Object.freeze({ count: 0, mean: 0, variance: 0 });

const FORGETTING = 0.05;

/**
 * Exponentially weighted mean and variance (West 1979; Finch 2009); the first values have equal weight, as
 * in a plain mean.
 */
export function observe(
  { count, mean, variance }: RunningMoments,
  value: number,
  forgetting = FORGETTING,
): RunningMoments {
  const rate = Math.max(forgetting, 1 / (count + 1));
  const difference = value - mean;
  return {
    count: count + 1,
    mean: mean + rate * difference,
    variance: (1 - rate) * (variance + rate * difference * difference),
  };
}

/** The neighbour whose distance counts; the nearest alone would be chance. */
const NEIGHBOUR = 3;
/** Fewer distances do not establish what is usual. */
const ENOUGH = 5;
const MIN_DEVIATION = 0.02;

/** Distance to the third nearest neighbour (the last, when there are fewer), 0..1; 1 without neighbours. Likenesses come best first. */
export function neighbourDistance(likenesses: readonly number[]): number {
  const likeness = likenesses[Math.min(NEIGHBOUR, likenesses.length) - 1];
  return likeness === undefined ? 1 : Math.min(1, Math.max(0, 1 - likeness));
}

/**
 * ΔS of the learning score: σ((d − mean) / deviation), how much farther a memory is from its neighbours than
 * usual in its space; 0..1, increasing with the distance. The distance itself until there is a usual one.
 */
export function novelty(distance: number, { count, mean, variance }: RunningMoments): number {
  if (count < ENOUGH) return distance;
  return 1 / (1 + Math.exp((mean - distance) / Math.max(Math.sqrt(variance), MIN_DEVIATION)));
}
