import type { Graph } from './graph.js';
import { AREAS, type NodeLayout } from './node-layout.js';

/**
 * Maximum magnitude of the int16 query: 1024 products with -128 in each of four lanes of 4096 dimensions
 * stay below 2^31.
 */
const INT16_PEAK = 16_383;

/** Width of a magnitude level, in root mean squares of the query: the same as the scan's. */
const LEVEL_WIDTH = 0.65;

/**
 * Writes a query of any scale into its area as int16, for the cosines, and as a sign and a magnitude of
 * 0..3 per dimension, for the likenesses (asymmetric distance, after Gordo et al. 2014, as in the scan);
 * returns its inverse norm, 0 for a query that is zero or contains a non-finite value.
 */
export function writeQuery(query: Float32Array, { layout, kernel }: Graph): number {
  const { int16 } = kernel.views;
  const start = (AREAS.query * layout.areaBytes) / 2;
  let peak = 0;
  let finite = true;
  for (let i = 0; i < query.length; i++) {
    const magnitude = Math.abs(query[i] as number);
    // A comparison with NaN is false either way.
    if (!(magnitude < Infinity)) finite = false;
    if (magnitude > peak) peak = magnitude;
  }
  if (!finite || peak === 0) return 0;
  const toInt16 = INT16_PEAK / peak;
  let squares = 0;
  for (let i = 0; i < query.length; i++) {
    const rounded = Math.round((query[i] as number) * toInt16);
    int16[start + i] = rounded;
    squares += rounded * rounded;
  }
  writePlanes(
    kernel.views.uint8,
    int16.subarray(start, start + query.length),
    LEVEL_WIDTH * Math.sqrt(squares / query.length),
    layout,
  );
  return 1 / Math.sqrt(squares);
}

function writePlanes(
  bytes: Uint8Array,
  query: Int16Array,
  width: number,
  { planes, codeBytes }: NodeLayout,
): void {
  bytes.fill(0, planes, planes + codeBytes * 3);
  for (let i = 0; i < query.length; i++) {
    const value = query[i] as number;
    const level = Math.min(3, Math.round(Math.abs(value) / width));
    const at = planes + (i >> 7) * 48 + ((i & 127) >> 3);
    const bit = 1 << (i & 7);
    if (value < 0) bytes[at] = (bytes[at] as number) | bit;
    if (level & 1) bytes[at + 16] = (bytes[at + 16] as number) | bit;
    if (level & 2) bytes[at + 32] = (bytes[at + 32] as number) | bit;
  }
}
