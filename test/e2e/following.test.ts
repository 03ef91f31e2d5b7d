/** Following what others commit, whatever order its numbers are in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { EMPTY_CHANGE, type Change } from '../../packages/core/src/domain/change.js';
import { BankName, EntityId, LearnedId } from '../../packages/core/src/domain/ids.js';
import type { Learned } from '../../packages/core/src/domain/learned-record.js';
import { BankHierarchies } from '../../packages/core/src/bank/bank-links.js';
import { LearnedIndex } from '../../packages/core/src/indexes/record-indexes.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { openTestMemory, seededRandom, testClock } from '../support/open-test-memory.js';
import { numberedOutOfTurn } from '../support/out-of-turn.js';
import { QUERIES, step, take } from '../support/random-changes.js';

const observed = (bank: BankName): Change => ({
  ...EMPTY_CHANGE,
  bank,
  at: 1,
  verb: 'observe',
  actor: 'test',
  reason: '',
});

/** A memory closes its store; here several go on with it. */
const shared = (): Store => ({
  ...numberedOutOfTurn(openMemoryStore()),
  close: () => Promise.resolve(),
});
const found = async (memory: Mneme, query: string): Promise<readonly string[]> =>
  (await memory.recall({ query })).results.map(({ content }) => content);

describe('a change that is numbered earlier and committed later', () => {
  it('is seen by who has seen the later number', async () => {
    const store = shared();
    const { memory: writer } = await openTestMemory({ store });
    const { memory: reader } = await openTestMemory({ store });
    const first = await writer.remember('The heron nests by the weir.');
    expect(await found(reader, 'heron')).toEqual(['The heron nests by the weir.']);
    const second = await writer.remember('The grebe dives in the lake.');
    expect(second.sequence).toBeLessThan(first.sequence);
    expect((await found(reader, 'grebe'))[0]).toBe('The grebe dives in the lake.');
  });

  it('is seen by who follows links and what is learned', async () => {
    const store = shared();
    const { memory } = await openTestMemory({ store });
    const bank = BankName.parse(memory.bankName);
    const sequence = async () => (await store.bank(bank))?.sequence ?? 0;
    const kinds = new BankHierarchies(store, bank, () => true);
    const book = new LearnedIndex(store, bank);
    const seen: unknown[] = [];
    const habit = (number: number): Learned => ({
      id: LearnedId.parse(`h_${String(number).padStart(13, '0')}`),
      kind: 'habit',
      key: `user ${number}`,
      createdAt: number,
      changedAt: number,
      retractedAt: null,
      version: 1,
      body: {
        entity: `user ${number}`,
        follows: {},
        hours: {},
        last: null,
        seen: 1,
        guesses: { made: 0, right: 0 },
        pauses: { sum: 0, count: 0 },
      },
    });
    const entity = (number: number) => EntityId.parse(`e_${String(number).padStart(13, '0')}`);
    const commit = (number: number): Promise<number> =>
      store.commit({
        ...observed(bank),
        edges: [
          {
            from: entity(number),
            role: 'is_a',
            to: entity(number + 1),
            label: '',
            weight: 0.9,
            confidence: 0.9,
            status: 'resolved',
            evidence: null,
          },
        ],
        learned: [habit(number)],
      });
    for (const number of [0, 2, 4]) {
      await kinds.follow(await sequence());
      await book.follow();
      seen.push([
        number === 0 || kinds.link(entity(number), entity(number + 1), 'is_a') !== undefined,
        number === 0 || kinds.link(entity(number - 1), entity(number), 'is_a') !== undefined,
        book.all('habit').length,
      ]);
      // Two changes before the next look: numbers 2 and 1, then 4 and 3.
      expect(await commit(number + 1)).toBe(number + 2);
      expect(await commit(number + 2)).toBe(number + 1);
    }
    expect(seen).toEqual([
      [true, true, 0],
      [true, true, 2],
      [true, true, 4],
    ]);
  });

  it('makes an answer stale that was kept', async () => {
    const store = shared();
    const { memory: writer } = await openTestMemory({ store });
    const { memory: reader } = await openTestMemory({ store });
    await writer.remember('Tom lives in Bern.');
    const ask = () => reader.recall({ query: 'Where does Tom live?' });
    expect([(await ask()).cacheHit, (await ask()).cacheHit]).toEqual([false, true]);
    await writer.remember('Tom lives in Lyon now.');
    const after = await ask();
    expect(after.cacheHit).toBe(false);
    expect(after.results[0]?.content).toBe('Tom lives in Lyon now.');
    expect((await ask()).cacheHit).toBe(true);
  });

  it('refuses what was decided before it', async () => {
    const store = shared();
    const { memory } = await openTestMemory({ store });
    await memory.remember('Tom lives in Bern.');
    const bank = BankName.parse(memory.bankName);
    const known = (await store.bank(bank))?.sequence ?? 0;
    await memory.remember('The train was late.');
    await expect(store.commit(observed(bank), { expectedSequence: known })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('leaves every answer as it would be with numbers in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const open = (store: Store) =>
          openTestMemory({ store, random: seededRandom(7), clock: testClock() });
        const both = [
          await open(openMemoryStore()),
          await open(numberedOutOfTurn(openMemoryStore())),
        ] as const;
        // Undoing takes the change of the highest number, which is another one here.
        for (const each of steps.filter(({ what }) => what !== 'undo'))
          for (const { memory, clock } of both) await take(memory, clock, each);
        const [one, other] = await Promise.all(
          both.map(async ({ memory }) => ({
            memories: (await memory.list({ forgotten: true, limit: 500 })).memories,
            answers: await Promise.all(QUERIES.map((query) => found(memory, query))),
          })),
        );
        expect(other).toEqual(one);
      }),
      { numRuns: 6 },
    );
  });
});
