import type { OklabRaster } from './oklab-raster.js';

const LEVELS = 4;
const BINS = LEVELS ** 3;
/** The whole picture and its four quarters. */
const CELLS = 5;
export const COLOUR_DIMENSIONS = CELLS * BINS;
/** Half of the weight goes to the whole, half to the quarters: a spatial pyramid (Lazebnik, Schmid and Ponce 2006). */
const WHOLE = Math.sqrt(1 / 2);
const QUARTER = Math.sqrt(1 / 8);
/** Ranges of Oklab's axes: the outer levels are at the limits of screen colours. */
const RANGES = {
  lightness: [0.1, 0.95],
  greenRed: [-0.15, 0.18],
  blueYellow: [-0.2, 0.15],
} as const;

/**
 * Which colours are where: histograms in Oklab of the whole and of its quarters, each pixel distributed
 * over neighbouring bins so that a slight shift of colour is a slight shift of the code. Length 1; square
 * roots of shares, so that the product of two codes is the Bhattacharyya (Hellinger) affinity.
 */
export function colourHistogram({
  size,
  lightness,
  greenRed,
  blueYellow,
}: OklabRaster): Float32Array {
  const shares = new Float32Array(COLOUR_DIMENSIONS);
  const half = size / 2;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * size + x;
      const quarter = 1 + (y < half ? 0 : 2) + (x < half ? 0 : 1);
      const levels = [
        between(lightness[at] ?? 0, RANGES.lightness),
        between(greenRed[at] ?? 0, RANGES.greenRed),
        between(blueYellow[at] ?? 0, RANGES.blueYellow),
      ] as const;
      share(shares, [0, quarter * BINS], levels);
    }
  }
  return shares.map((value, at) =>
    at < BINS ? WHOLE * Math.sqrt(value / size ** 2) : QUARTER * Math.sqrt(value / half ** 2),
  );
}

/** A position on the scale of levels, 0 to `LEVELS - 1`. */
function between(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, Math.min(LEVELS - 1, ((value - low) / (high - low)) * (LEVELS - 1)));
}

/**
 * Distributes a pixel's weight of 1 over the eight bins around its colour, in each of the cells that begin
 * at `starts`.
 */
function share(
  shares: Float32Array,
  starts: readonly number[],
  levels: readonly [number, number, number],
): void {
  for (let corner = 0; corner < 8; corner++) {
    let bin = 0;
    let part = 1;
    for (let axis = 0; axis < 3; axis++) {
      const level = levels[axis] ?? 0;
      const low = Math.min(LEVELS - 2, Math.floor(level));
      const upper = (corner >> axis) & 1;
      bin = bin * LEVELS + low + upper;
      part *= upper === 1 ? level - low : low + 1 - level;
    }
    if (part > 0)
      for (const start of starts) shares[start + bin] = (shares[start + bin] ?? 0) + part;
  }
}
