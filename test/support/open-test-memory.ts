/** A memory for tests: nothing of it depends on the day, on chance or on the machine, and it goes when its test ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  openMemory,
  type Clock,
  type Mneme,
  type OpenOptions,
  type Random,
} from '../../packages/mneme/src/index.js';

/** Monday 3 February 2025, 12:00 UTC. */
export const START = Date.UTC(2025, 1, 3, 12);

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** Stands still until it is told to go on. */
export function testClock(start = START): TestClock {
  let now = start;
  return {
    now: () => now,
    ticks: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** A small generator with a seed (mulberry32). */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  return {
    uint32: () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return (mixed ^ (mixed >>> 14)) >>> 0;
    },
  };
}

/** A folder of the test's own. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A path in a folder of the test's own, where no file is yet. */
export function temporaryFile(name = 'memory.mneme'): string {
  return join(temporaryFolder(), name);
}

export interface TestMemory {
  readonly memory: Mneme;
  readonly clock: TestClock;
}

export type TestOptions = Omit<OpenOptions, 'clock'> & { readonly clock?: TestClock };

let opened = 0;

/** Opens a memory, in the process's own memory unless a file or a store is given, and closes it when the test ends. */
export async function openTestMemory({
  clock = testClock(),
  ...options
}: TestOptions = {}): Promise<TestMemory> {
  // Two handles on one file must not draw the same ids.
  opened += 1;
  const memory = await openMemory({
    ...(options.store === undefined ? { file: ':memory:' } : {}),
    bank: 'test',
    actor: 'tester',
    random: seededRandom(opened),
    ...options,
    clock,
  });
  onTestFinished(() => memory.close());
  return { memory, clock };
}
