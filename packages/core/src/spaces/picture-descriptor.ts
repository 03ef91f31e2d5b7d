import type { ImagePixels } from '../domain/memory.js';
import { quantise } from './dense-vectors.js';

/** A square picture in Oklab: lightness 0..1, green–red and blue–yellow of about -0.3..0.3; row by row. */
interface OklabRaster {
  readonly size: number;
  readonly lightness: Float32Array;
  readonly greenRed: Float32Array;
  readonly blueYellow: Float32Array;
}

/**
 * The picture scaled to a square of `size` by `size`, each place the mean of the pixels it covers: what survives
 * saving a picture smaller or coarser. Colours in Oklab (Ottosson 2020), where equal steps look equal.
 */
function toOklabRaster(pixels: ImagePixels, size: number): OklabRaster {
  const rgb = shrink(pixels, size);
  const raster = {
    size,
    lightness: new Float32Array(size * size),
    greenRed: new Float32Array(size * size),
    blueYellow: new Float32Array(size * size),
  };
  for (let at = 0; at < size * size; at++) {
    const red = linear(rgb[3 * at] ?? 0);
    const green = linear(rgb[3 * at + 1] ?? 0);
    const blue = linear(rgb[3 * at + 2] ?? 0);
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    raster.lightness[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    raster.greenRed[at] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    raster.blueYellow[at] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return raster;
}

/** Inverts sRGB's curve; `value` is 0..255. */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Rows first, then columns; the mean of three channels, 0..255. */
function shrink({ width, height, rgb }: ImagePixels, size: number): Float32Array {
  const columns = coverage(width, size);
  const rows = coverage(height, size);
  const narrow = new Float32Array(height * size * 3);
  for (let x = 0; x < size; x++) {
    const { first, shares } = columns[x] ?? NOTHING;
    for (let y = 0; y < height; y++) {
      const from = 3 * (y * width + first);
      const to = 3 * (y * size + x);
      for (let at = 0; at < shares.length; at++) {
        const share = shares[at] ?? 0;
        for (let channel = 0; channel < 3; channel++)
          narrow[to + channel] =
            (narrow[to + channel] ?? 0) + (rgb[from + 3 * at + channel] ?? 0) * share;
      }
    }
  }
  const square = new Float32Array(size * size * 3);
  const line = size * 3;
  for (let y = 0; y < size; y++) {
    const { first, shares } = rows[y] ?? NOTHING;
    for (let at = 0; at < shares.length; at++) {
      const share = shares[at] ?? 0;
      const from = (first + at) * line;
      for (let place = 0; place < line; place++)
        square[y * line + place] =
          (square[y * line + place] ?? 0) + (narrow[from + place] ?? 0) * share;
    }
  }
  return square;
}

/** The pixels under a place, contiguous, with their shares, which sum to 1. */
interface Covered {
  readonly first: number;
  readonly shares: Float32Array;
}

const NOTHING: Covered = { first: 0, shares: new Float32Array(0) };

/** For each of `size` places along a side of `length` pixels, what it covers. */
function coverage(length: number, size: number): Covered[] {
  return Array.from({ length: size }, (_, at) => {
    // Fewer pixels than places: interpolates linearly between the centres of neighbouring pixels,
    // so that no steps arise.
    if (length < size) {
      const middle = Math.max(0, Math.min(length - 1, ((at + 0.5) * length) / size - 0.5));
      const first = Math.floor(middle);
      return {
        first,
        shares:
          middle === first
            ? Float32Array.of(1)
            : Float32Array.of(first + 1 - middle, middle - first),
      };
    }
    const from = (at * length) / size;
    const to = ((at + 1) * length) / size;
    const first = Math.floor(from);
    const shares = Float32Array.from(
      { length: Math.min(length, Math.ceil(to)) - first },
      (_share, offset) => {
        const pixel = first + offset;
        return (Math.min(to, pixel + 1) - Math.max(from, pixel)) / (to - from);
      },
    );
    return { first, shares };
  });
}

const LEVELS = 4;
const BINS = LEVELS ** 3;
/** The whole picture and its four quarters. */
const CELLS = 5;
const COLOUR_DIMENSIONS = CELLS * BINS;
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
 * Which colours are where: histograms in Oklab of the whole and of its quarters, each pixel distributed over
 * neighbouring bins so that a slight shift of colour is a slight shift of the code. Length 1; square roots of shares,
 * so that the product of two codes is the Bhattacharyya (Hellinger) affinity.
 */
function colourHistogram({ size, lightness, greenRed, blueYellow }: OklabRaster): Float32Array {
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

/** Maps a value to the scale of levels, 0 to `LEVELS - 1`. */
function between(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, Math.min(LEVELS - 1, ((value - low) / (high - low)) * (LEVELS - 1)));
}

/**
 * Distributes a pixel's weight of 1 over the eight bins around its colour, in each of the cells that begin at
 * `starts`.
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

const GRID_SIDE = 32;
const SIGNATURE_DIMENSIONS = 64;
/** Strength at which a frequency contributes seven tenths of its sign; much weaker ones are compression noise. */
const FAINT = 0.1;
/** Number of clear signs for a full signature: a smooth picture has few, which must not stand for 64. */
const ENOUGH = 16;
/** Frequencies per side that are computed; the lowest 64 are among them. */
const FREQUENCIES = 11;

/** The 64 lowest frequencies except the mean, from coarse to fine. */
const ORDER: readonly (readonly [number, number])[] = Array.from(
  { length: FREQUENCIES ** 2 },
  (_, at) => [at % FREQUENCIES, Math.floor(at / FREQUENCIES)] as const,
)
  .sort(([u, v], [x, y]) => u + v - (x + y) || u - x)
  .slice(1, 1 + SIGNATURE_DIMENSIONS);

/** The basis of the discrete cosine transform (DCT-II), orthonormal. */
const BASIS: readonly Float32Array[] = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float32Array.from(
    { length: GRID_SIDE },
    (_value, at) =>
      Math.sqrt((frequency === 0 ? 1 : 2) / GRID_SIDE) *
      Math.cos((Math.PI * (2 * at + 1) * frequency) / (2 * GRID_SIDE)),
  ),
);

/**
 * A perceptual hash of 64 bits (the DCT hash of Zauner 2010): the signs of the lowest frequencies of lightness. Each
 * sign is weighted by its clarity, -1..1, so that a faint one cannot flip the whole. The length, 0..1, says how many
 * are clear.
 */
function frequencySignature({ size, lightness }: OklabRaster): Float32Array {
  const small = halve(lightness, size, GRID_SIDE);
  const rows = BASIS.map((basis) =>
    Float32Array.from({ length: GRID_SIDE }, (_, y) =>
      basis.reduce((sum, value, x) => sum + value * (small[y * GRID_SIDE + x] ?? 0), 0),
    ),
  );
  const signs = Float32Array.from(ORDER, ([u, v]) => {
    const strength = BASIS[v]?.reduce((sum, value, y) => sum + value * (rows[u]?.[y] ?? 0), 0) ?? 0;
    return strength / Math.hypot(strength, FAINT);
  });
  const length = Math.max(Math.sqrt(ENOUGH), Math.hypot(...signs));
  return signs.map((sign) => sign / length);
}

/** Means of square blocks; `size` is a multiple of `side`. */
function halve(values: Float32Array, size: number, side: number): Float32Array {
  const block = size / side;
  const means = new Float32Array(side * side);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const to = Math.floor(y / block) * side + Math.floor(x / block);
      means[to] = (means[to] ?? 0) + (values[y * size + x] ?? 0) / block ** 2;
    }
  }
  return means;
}

const GRID = 8;
const ORIENTATIONS = 6;
const GRADIENT_DIMENSIONS = GRID * GRID * ORIENTATIONS;
/** Lightness per step that counts half: weaker slopes are mostly compression noise. */
const GRAIN = 0.01;
/** Minimum mean slope of a cell's surroundings for normalisation: plain areas stay plain. */
const PLAIN = 0.02;
/** Mean slope of a whole picture at which its edges count half. */
const SOFT = 0.005;

/**
 * Which edges are where: histograms of oriented gradients (Dalal and Triggs 2005) on a coarse grid, unsigned, each
 * slope distributed over neighbouring cells and orientations, each cell normalised by its surroundings. Square roots,
 * minus their mean: uniform texture says nothing. The length, 0..1, says how many edges there are at all.
 */
function orientedGradients({ size, lightness }: OklabRaster): Float32Array {
  const histogram = new Float32Array(GRADIENT_DIMENSIONS);
  const cell = size / GRID;
  for (let y = 1; y < size - 1; y++) {
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x;
      const right =
        (step(lightness, at - size, 1) +
          2 * step(lightness, at, 1) +
          step(lightness, at + size, 1)) /
        8;
      const down =
        (step(lightness, at - 1, size) +
          2 * step(lightness, at, size) +
          step(lightness, at + 1, size)) /
        8;
      const slope = Math.hypot(right, down);
      const turn = ((Math.atan2(down, right) / Math.PI + 1) % 1) * ORIENTATIONS;
      spread(
        histogram,
        (x + 0.5) / cell - 0.5,
        (y + 0.5) / cell - 0.5,
        turn,
        (slope * slope) / (slope + GRAIN),
      );
    }
  }
  const slopes = histogram.reduce((sum, value) => sum + value, 0) / size ** 2;
  return centred(
    againstSurroundings(histogram, cell * cell).map(Math.sqrt),
    slopes / (slopes + SOFT),
  );
}

/**
 * The difference between the next and the previous pixel; three of them, weighted, are Sobel's slope, which
 * single-pixel noise cannot turn.
 */
function step(values: Float32Array, at: number, stride: number): number {
  return (values[at + stride] ?? 0) - (values[at - stride] ?? 0);
}

/** Distributes a slope over the four nearest cells and the two nearest orientations. */
function spread(
  histogram: Float32Array,
  column: number,
  row: number,
  turn: number,
  amount: number,
): void {
  const left = Math.floor(column);
  const top = Math.floor(row);
  const low = Math.floor(turn);
  for (let corner = 0; corner < 8; corner++) {
    const x = left + (corner & 1);
    const y = top + ((corner >> 1) & 1);
    const upper = corner >> 2;
    if (x < 0 || y < 0 || x >= GRID || y >= GRID) continue;
    const part =
      nearness(column, x) * nearness(row, y) * (upper === 1 ? turn - low : low + 1 - turn);
    const bin = (y * GRID + x) * ORIENTATIONS + ((low + upper) % ORIENTATIONS);
    histogram[bin] = (histogram[bin] ?? 0) + amount * part;
  }
}

const nearness = (place: number, cell: number): number => 1 - Math.abs(place - cell);

/**
 * Each cell as a share of the slopes in the nine cells around it, so that dim parts of a picture count like bright
 * ones.
 */
function againstSurroundings(histogram: Float32Array, pixels: number): Float32Array {
  const energy = Float32Array.from({ length: GRID * GRID }, (_, cell) =>
    histogram
      .subarray(cell * ORIENTATIONS, (cell + 1) * ORIENTATIONS)
      .reduce((sum, value) => sum + value, 0),
  );
  return histogram.map((value, at) => {
    const cell = Math.floor(at / ORIENTATIONS);
    let sum = 0;
    let cells = 0;
    for (let y = Math.floor(cell / GRID) - 1; y <= Math.floor(cell / GRID) + 1; y++) {
      for (let x = (cell % GRID) - 1; x <= (cell % GRID) + 1; x++) {
        if (x < 0 || y < 0 || x >= GRID || y >= GRID) continue;
        sum += energy[y * GRID + x] ?? 0;
        cells++;
      }
    }
    return value / (sum / cells + PLAIN * pixels);
  });
}

/** The values minus their mean, scaled to this length. */
function centred(values: Float32Array, length: number): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const off = values.map((value) => value - mean);
  const own = Math.hypot(...off);
  return own < 1e-6 ? new Float32Array(values.length) : off.map((value) => (value * length) / own);
}

export const DESCRIPTOR_DIMENSIONS = COLOUR_DIMENSIONS + GRADIENT_DIMENSIONS + SIGNATURE_DIMENSIONS;

const SIDE = 64;
/** Weight of each part in the cosine of two pictures that have all three. */
const SHARES = { colour: 0.25, gradients: 0.35, signature: 0.4 } as const;

/**
 * A picture as 768 signed bytes, from its pixels alone: colours and edges with their positions, and its coarse
 * lightness. Cosine compares two: the weighted mean of the parts' own similarities. About 1 for the same picture
 * saved again.
 */
export function describePicture(pixels: ImagePixels): Int8Array {
  const raster = toOklabRaster(pixels, SIDE);
  const parts = [
    { values: colourHistogram(raster), share: SHARES.colour },
    { values: orientedGradients(raster), share: SHARES.gradients },
    { values: frequencySignature(raster), share: SHARES.signature },
  ];
  return quantise(
    Float32Array.from(
      parts.flatMap(({ values, share }) => Array.from(values, (value) => value * Math.sqrt(share))),
    ),
  );
}
