import type { BlockLayout, Views } from './kernel.js';

/**
 * Maximum magnitude of the int16 query: 1024 products with -128 in each of four lanes of 4096 dimensions stay below
 * 2^31.
 */
const INT16_PEAK = 16_383;

/**
 * Width of a magnitude level, in root mean squares of the query. Measured on Gaussian vectors and on sums of ±1
 * features: recall is flat between 0.5 and 0.8.
 */
const LEVEL_WIDTH = 0.65;

/**
 * Writes a query of any scale into the head of the memory as int16 with its inverse norm, for the cosines. A
 * non-finite value makes the query zero.
 */
export function writeQuery(
  query: Float32Array,
  layout: BlockLayout,
  { int16, float64 }: Views,
): void {
  const { peak, usable } = measured(query);
  const toInt16 = usable ? INT16_PEAK / peak : 0;
  const at = layout.query / 2;
  let norm = 0;
  for (let i = 0; i < query.length; i++) {
    const rounded = usable ? Math.round((query[i] as number) * toInt16) : 0;
    int16[at + i] = rounded;
    norm += rounded * rounded;
  }
  float64[layout.scale / 8] = norm > 0 ? 1 / Math.sqrt(norm) : 0;
}

/**
 * Writes it as a sign and a magnitude of 0..3 per dimension, for the distances. The distance Σ magnitude · [signs
 * differ] then orders codes as the dot product of the coarse query with the signs does: asymmetric distance, after
 * Gordo et al., "Asymmetric Distances for Binary Embeddings" (2014).
 */
export function writeCoarseQuery(query: Float32Array, layout: BlockLayout, views: Views): void {
  const { squares, usable } = measured(query);
  const perLevel = usable ? 1 / (LEVEL_WIDTH * Math.sqrt(squares / query.length)) : 0;
  views.uint8.fill(0, layout.planes, layout.planes + layout.codeBytes * 3);
  for (let i = 0; i < query.length; i++) {
    const value = usable ? (query[i] as number) : 0;
    writePlanes(i, value, Math.min(3, Math.round(Math.abs(value) * perLevel)), layout, views);
  }
  writeTables(layout, views);
}

function measured(query: Float32Array): {
  readonly peak: number;
  readonly squares: number;
  readonly usable: boolean;
} {
  let peak = 0;
  let squares = 0;
  for (let i = 0; i < query.length; i++) {
    const value = query[i] as number;
    peak = Math.max(peak, Math.abs(value));
    squares += value * value;
  }
  return { peak, squares, usable: peak > 0 && Number.isFinite(squares) };
}

function writePlanes(
  dimension: number,
  value: number,
  level: number,
  layout: BlockLayout,
  { uint8 }: Views,
): void {
  const at = layout.planes + (dimension >> 7) * 48 + ((dimension & 127) >> 3);
  const bit = 1 << (dimension & 7);
  if (value < 0) uint8[at] = (uint8[at] as number) | bit;
  if (level & 1) uint8[at + 16] = (uint8[at + 16] as number) | bit;
  if (level & 2) uint8[at + 32] = (uint8[at + 32] as number) | bit;
}

/** For each half byte of a head, the distance of each of its 16 values. */
function writeTables(layout: BlockLayout, { uint8 }: Views): void {
  for (let half = 0; half < layout.headBytes * 2; half++) {
    const at = layout.planes + (half >> 5) * 48 + ((half >> 1) & 15);
    const shift = (half & 1) * 4;
    const signs = (uint8[at] as number) >> shift;
    const ones = (uint8[at + 16] as number) >> shift;
    const twos = (uint8[at + 32] as number) >> shift;
    for (let value = 0; value < 16; value++) {
      const differs = (value ^ signs) & 15;
      uint8[layout.tables + half * 16 + value] =
        (BITS[differs & ones] as number) + 2 * (BITS[differs & twos] as number);
    }
  }
}

/** Number of bits set in 0..15. */
const BITS = Uint8Array.from(
  { length: 16 },
  (_, value) => (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1) + (value >> 3),
);
