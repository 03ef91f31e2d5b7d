import { expect, it } from 'vitest';
import { ownHeap, RestingHeap } from './idle-work.js';

const MEGABYTE = 1_048_576;

function lookedAt(shares: readonly number[], usedBytes = 50 * MEGABYTE): number {
  let collected = 0;
  const resting = new RestingHeap({ usedBytes: () => usedBytes, collect: () => collected++ });
  for (const busy of shares) resting.look(busy);
  return collected;
}

/** Two collections each time, as finalizers run in between. */
it.each([
  ['never worked', [0, 0.001, 0.01], 0],
  ['still works', [0.5, 0.9, 0.02], 0],
  ['worked and rests', [0.5, 0.01, 0, 0, 0], 2],
  ['worked twice and rested after each', [0.03, 0.001, 0.6, 0.7, 0, 0, 0], 3],
])('collects a heap whose thread %s as often as it came to rest', (_, shares, times) => {
  expect(lookedAt(shares)).toBe(times);
});

it('leaves a large heap to V8, as nobody is to wait for it', () => {
  expect(lookedAt([0.9, 0, 0], 4_096 * MEGABYTE)).toBe(0);
});

it('gives back what nothing holds any more', async () => {
  const { collect, usedBytes } = ownHeap();
  const left = new WeakRef(Array.from({ length: 200_000 }, (_, at) => ({ at })));
  // The target of a WeakRef is kept alive until the turn of the event loop ends.
  await new Promise((resolve) => setImmediate(resolve));
  const before = usedBytes();
  collect();
  expect(left.deref()).toBeUndefined();
  expect(usedBytes()).toBeLessThan(before - 2 * MEGABYTE);
});
