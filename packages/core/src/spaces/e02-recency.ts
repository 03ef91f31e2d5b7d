import { DAY, HOUR, MINUTE, type Instant } from '../domain/time.js';
import type { Space } from './space.js';

const DIMENSIONS = 512;
const DECADE = 3_652.5 * DAY;
/** From an hour to a decade, evenly spaced on a logarithmic scale, in milliseconds. */
const HALF_LIVES: readonly number[] = Array.from(
  { length: DIMENSIONS },
  (_, at) => HOUR * (DECADE / HOUR) ** (at / (DIMENSIONS - 1)),
);
/** Interpolation points for the mean, from an age of a minute on, per doubling. */
const KNOTS_PER_DOUBLING = 16;
const DOUBLINGS = 26;

/**
 * What remains after an age, in milliseconds from 0, for 512 half-lives from an hour to a decade: the 512
 * dimensions, 0..1 each.
 */
export function decayProfile(age: number): Float32Array {
  return Float32Array.from(HALF_LIVES, (halfLife) => 2 ** (-age / halfLife));
}

/**
 * E2: how recent a memory is. Its code is the moment at which it was said; its recency depends on the
 * clock, so the code is expanded into 512 decays only for comparison, and never stored. A query asks from
 * its `now`: the mean decay over all half-lives, so the more recent of two memories never scores lower. Two
 * memories are similar if their moments are close.
 */
export function createRecencySpace(): Space<Instant> {
  const knots = Float64Array.from({ length: DOUBLINGS * KNOTS_PER_DOUBLING + 1 }, (_, at) =>
    meanDecay(MINUTE * 2 ** (at / KNOTS_PER_DOUBLING)),
  );
  const freshness = (age: number): number => {
    if (age <= 0) return 1;
    if (age < MINUTE) return 1 + (age / MINUTE) * ((knots[0] ?? 0) - 1);
    const place = Math.log2(age / MINUTE) * KNOTS_PER_DOUBLING;
    const at = Math.floor(place);
    const [before, after] = [knots[at], knots[at + 1]];
    return before === undefined || after === undefined
      ? meanDecay(age)
      : before + (place - at) * (after - before);
  };
  return {
    name: 'recency',
    id: 'mneme-recency-1',
    dimensions: DIMENSIONS,
    memory: ({ saidAt }) => saidAt,
    query: ({ now }) => now,
    // What was said after the moment of asking counts as now.
    similarity: (now, saidAt) => freshness(now - saidAt),
    likeness: (a, b) => freshness(Math.abs(a - b)),
  };
}

function meanDecay(age: number): number {
  return HALF_LIVES.reduce((sum, halfLife) => sum + 2 ** (-age / halfLife), 0) / DIMENSIONS;
}
