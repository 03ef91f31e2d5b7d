/**
 * Maps a space's likeness to an alignment of 0..1 by a logistic curve, which preserves order. A cosine of 0.3 says
 * little by itself; in one space it is chance, in another the same matter in other words.
 */
export interface Calibration {
  /** The likeness at which two texts are as likely as not about the same matter. */
  readonly midpoint: number;
  /** Slope of the log-odds, above 0. */
  readonly steepness: number;
}

/** Probability that two texts of this likeness are about the same matter, at even prior odds; 0..1, increasing. */
export function alignmentOf(likeness: number, { midpoint, steepness }: Calibration): number {
  return 1 / (1 + Math.exp(steepness * (midpoint - likeness)));
}

/** A likeness of two texts and whether people consider them to be about the same matter. */
export interface LabelledLikeness {
  readonly likeness: number;
  readonly related: boolean;
}

const MAX_STEPS = 100;

/**
 * Platt's scaling (1999) with his smoothed targets, by Newton's method with halved steps (Lin, Lin and Weng 2007);
 * both labels have equal weight, however many pairs each has. Throws `RangeError` when likeness does not separate the
 * labels.
 */
export function fitCalibration(pairs: readonly LabelledLikeness[]): Calibration {
  const positives = pairs.filter(({ related }) => related).length;
  const negatives = pairs.length - positives;
  if (positives === 0 || negatives === 0)
    throw new RangeError('a calibration needs pairs of both labels');
  const points = pairs.map(({ likeness, related }): Point =>
    related
      ? { x: likeness, target: (positives + 1) / (positives + 2), weight: 0.5 / positives }
      : { x: likeness, target: 1 / (negatives + 2), weight: 0.5 / negatives },
  );
  let line: Line = { slope: 1, offset: 0 };
  let loss = lossOf(points, line);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = newtonStep(points, line);
    let share = 1;
    let next = moved(line, move, share);
    while (lossOf(points, next) > loss && share > 1e-6) next = moved(line, move, (share /= 2));
    const gained = loss - lossOf(points, next);
    [line, loss] = [next, lossOf(points, next)];
    if (gained < 1e-12) break;
  }
  if (!(line.slope > 0))
    throw new RangeError('likeness does not rise with relatedness in these pairs');
  return { midpoint: -line.offset / line.slope, steepness: line.slope };
}

/** Standard deviations above chance at which being related is as likely as not. */
const TELLING_DEVIATIONS = 2;

/**
 * For a space without labelled pairs: from likenesses of unrelated memories alone. Chance level maps to 0.02, two
 * standard deviations above it to 0.5, four to 0.98.
 */
export function calibrationFromBackground({
  mean,
  deviation,
}: {
  readonly mean: number;
  readonly deviation: number;
}): Calibration {
  const spread = Math.max(deviation, 1e-3);
  return {
    midpoint: mean + TELLING_DEVIATIONS * spread,
    steepness: 4 / (TELLING_DEVIATIONS * spread),
  };
}

interface Point {
  readonly x: number;
  readonly target: number;
  readonly weight: number;
}

interface Line {
  readonly slope: number;
  readonly offset: number;
}

const moved = (line: Line, move: Line, share: number): Line => ({
  slope: line.slope + share * move.slope,
  offset: line.offset + share * move.offset,
});

/** Cross-entropy, in the form that does not overflow. */
function lossOf(points: readonly Point[], { slope, offset }: Line): number {
  let loss = 0;
  for (const { x, target, weight } of points) {
    const z = slope * x + offset;
    loss += weight * (Math.max(z, 0) - target * z + Math.log1p(Math.exp(-Math.abs(z))));
  }
  return loss;
}

function newtonStep(points: readonly Point[], { slope, offset }: Line): Line {
  let [gradientSlope, gradientOffset, xx, x1, one] = [0, 0, 1e-9, 0, 1e-9];
  for (const { x, target, weight } of points) {
    const chance = 1 / (1 + Math.exp(-(slope * x + offset)));
    const error = weight * (target - chance);
    const curve = weight * chance * (1 - chance);
    gradientSlope += error * x;
    gradientOffset += error;
    xx += curve * x * x;
    x1 += curve * x;
    one += curve;
  }
  const determinant = xx * one - x1 * x1;
  return {
    slope: (one * gradientSlope - x1 * gradientOffset) / determinant,
    offset: (xx * gradientOffset - x1 * gradientSlope) / determinant,
  };
}

/**
 * Fitted on 3,000 pairs of sentences, by the benchmark `purpose`: those rated 1 or more of 5 ("on the same topic")
 * against others and random pairs. By the id of the space or encoder.
 */
const FITTED: Readonly<Record<string, Calibration>> = {
  'mneme-hashed-1': { midpoint: 0.194, steepness: 14.1 },
};

/** The calibration fitted for a space or encoder, or null. */
export function fittedCalibration(id: string): Calibration | null {
  return FITTED[id] ?? null;
}
