import { randomFillSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Clock, Random, Wait } from '../../ports/system.js';

export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  ticks: () => performance.now(),
});

export const systemWait: Wait = (milliseconds, signal) => waiting(milliseconds, signal, true);

/** Waits without keeping the process alive. */
export const systemRest: Wait = (milliseconds, signal) => waiting(milliseconds, signal, false);

const waiting = (ms: number, signal: AbortSignal | undefined, ref: boolean): Promise<void> =>
  // An abort only ends the wait.
  setTimeout(ms, undefined, { signal, ref }).catch(() => undefined);

/** The operating system's random numbers, drawn in blocks: a system call for each would dominate. */
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

/** The resident set size of this process, in bytes. */
export const memoryInUse = (): number => process.memoryUsage.rss();
