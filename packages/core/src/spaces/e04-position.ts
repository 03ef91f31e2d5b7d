import { cosine } from './dense-vector.js';
import type { Space } from './space.js';

/** For each of the two positions. */
const DIMENSIONS = 256;
/** The longest wavelength, in steps of 2π. */
const BASE = 10_000;
const FREQUENCIES = Float64Array.from(
  { length: DIMENSIONS / 2 },
  (_, at) => BASE ** ((-2 * at) / DIMENSIONS),
);

/**
 * E4: the position of a memory in its session and in the bank, by the sinusoids of Vaswani et al. (2017),
 * 256 for each. Neighbours are similar, and the more so the nearer they are. A query has no position, hence
 * no code. Computed, never stored.
 */
export function createPositionSpace(): Space<Float32Array> {
  return {
    name: 'position',
    id: 'mneme-sinusoids-1',
    dimensions: 2 * DIMENSIONS,
    memory: ({ position, order }) => {
      const code = new Float32Array(2 * DIMENSIONS);
      place(code.subarray(0, DIMENSIONS), position);
      place(code.subarray(DIMENSIONS), order);
      return code;
    },
    query: () => null,
    similarity: cosine,
    likeness: cosine,
  };
}

function place(block: Float32Array, at: number): void {
  for (let pair = 0; pair < FREQUENCIES.length; pair++) {
    const angle = at * (FREQUENCIES[pair] ?? 0);
    block[2 * pair] = Math.sin(angle);
    block[2 * pair + 1] = Math.cos(angle);
  }
}
