import fc from 'fast-check';
import { expect } from 'vitest';
import type { BankName } from '../../packages/core/src/domain/ids.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { toldBy } from '../contracts/told-by.js';
import { openTestMemory, seededRandom, testClock, type TestMemory } from './open-test-memory.js';
import { QUERIES, step, take } from './random-changes.js';

export const storeOf = (memory: Mneme): Store => memory.care['bank'].parts.store;
export const found = async (memory: Mneme, query: string): Promise<string[]> =>
  (await memory.recall({ query })).results.map(({ content }) => content);

/** That a memory over the store holds, after any changes, what a file would hold, and answers alike. */
export async function expectSameBank(open: () => Promise<Store>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const alike = { random: seededRandom(7), clock: testClock() };
      const both: readonly TestMemory[] = [
        await openTestMemory(alike),
        await openTestMemory({ random: seededRandom(7), clock: testClock(), store: await open() }),
      ];
      for (const each of steps)
        for (const { memory, clock } of both) await take(memory, clock, each);
      const [one, other] = await Promise.all(
        both.map(async ({ memory }) => ({
          told: await toldBy(storeOf(memory), 'test' as BankName),
          log: (await memory.curation.log({ limit: 50 })).changes,
          answers: await Promise.all(QUERIES.map((query) => found(memory, query))),
        })),
      );
      expect(other).toEqual(one);
      await Promise.all(both.map(({ memory }) => memory.close()));
    }),
    { numRuns },
  );
}
