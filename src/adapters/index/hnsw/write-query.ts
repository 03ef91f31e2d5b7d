import type { Graph } from './graph.js';
import { AREAS } from './node-layout.js';

/** Greatest magnitude of the int16 query: 1024 products with -128 in each of four lanes of 4096 dimensions stay below 2^31. */
const INT16_PEAK = 16_383;

/**
 * Writes a query of any scale into its area as int16; returns its inverse norm, 0 for a query that is zero or holds a value
 * that is no finite number.
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
  return 1 / Math.sqrt(squares);
}
