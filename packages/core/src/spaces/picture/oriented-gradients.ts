import type { OklabRaster } from './oklab-raster.js';

const GRID = 8;
const ORIENTATIONS = 6;
export const GRADIENT_DIMENSIONS = GRID * GRID * ORIENTATIONS;
/** Lightness per step that counts half: weaker slopes are mostly compression noise. */
const GRAIN = 0.01;
/** Minimum mean slope of a cell's surroundings for normalisation: plain areas stay plain. */
const PLAIN = 0.02;
/** Mean slope of a whole picture at which its edges count half. */
const SOFT = 0.005;

/**
 * Which edges are where: histograms of oriented gradients (Dalal and Triggs 2005) on a coarse grid,
 * unsigned, each slope distributed over neighbouring cells and orientations, each cell normalised by its
 * surroundings. Square roots, minus their mean: uniform texture says nothing. The length, 0..1, says how
 * many edges there are at all.
 */
export function orientedGradients({ size, lightness }: OklabRaster): Float32Array {
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

/** Each cell as a share of the slopes in the nine cells around it, so that dim parts of a picture count like bright ones. */
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
