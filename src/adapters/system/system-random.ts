import { randomFillSync } from 'node:crypto';
import type { Random } from '../../ports/random.js';

/** The operating system's randomness, drawn in blocks: a call a number would cost more than the number. */
export function createSystemRandom(): Random {
  const block = new Uint32Array(1_024);
  let next = block.length;
  return {
    uint32: () => {
      if (next === block.length) {
        randomFillSync(block);
        next = 0;
      }
      return block[next++] ?? 0;
    },
  };
}
