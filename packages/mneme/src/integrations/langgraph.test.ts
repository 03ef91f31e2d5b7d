import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { MnemeStore } from './langgraph.js';
import { textsAt } from './store-values.js';

describe('a store of LangGraph', () => {
  it('ranks items by what bears on a question, and lists the others behind them', async () => {
    const { memory } = await openTestMemory();
    const store = new MnemeStore({ memory, fields: ['text'] });
    await store.put(['facts', 'a'], 'pool', { text: 'The staging pool has 40 connections.' });
    await store.put(['facts', 'a'], 'fern', { text: 'Ann waters the fern on Mondays.' });
    await store.put(['facts', 'a'], 'dark', { text: 'The staging pool is blue.' }, false);
    await store.put(['other'], 'pool', { text: 'The staging pool had 20 connections.' });
    const found = await store.search(['facts'], { query: 'How many connections has staging?' });
    expect(found.map(({ key }) => key)).toEqual(['pool', 'dark', 'fern'].sort(byFound(found)));
    expect(found[0]).toMatchObject({ key: 'pool', score: expect.any(Number) as number });
    expect(found.find(({ key }) => key === 'dark')?.score).toBeUndefined();
  });

  it('a batch reads what was there before it, and its puts are one change', async () => {
    const { memory, clock } = await openTestMemory();
    const store = new MnemeStore({ memory });
    await store.put(['n'], 'a', { v: 1 });
    clock.advance(1_000);
    const before = (await memory.care.info())?.sequence ?? 0;
    const [read, , , list] = await store.batch([
      { namespace: ['n'], key: 'a' },
      { namespace: ['n'], key: 'a', value: { v: 2 } },
      { namespace: ['m'], key: 'b', value: { v: 3 } },
      { limit: 10, offset: 0 },
    ]);
    expect(read).toMatchObject({ value: { v: 1 } });
    expect(list).toEqual([['n']]);
    expect((await memory.care.info())?.sequence).toBe(before + 1);
    const item = await store.get(['n'], 'a');
    expect(Number(item?.updatedAt) - Number(item?.createdAt)).toBe(1_000);
    await expect(
      store.batch([
        { namespace: ['n'], key: 'c', value: {} },
        { namespace: ['x.y'], key: 'c', value: {} },
      ]),
    ).rejects.toThrow('Namespace labels cannot contain periods');
    expect(await store.get(['n'], 'c')).toBeNull();
  });

  it('answers as their own store does, whatever is put, deleted, searched and listed', async () => {
    const label = fc.constantFrom('a', 'b', 'c d');
    const namespace = fc.array(label, { minLength: 1, maxLength: 3 });
    const key = fc.constantFrom('k', 'l');
    const operation = fc.oneof(
      fc.record({ namespace, key, value: fc.option(fc.record({ n: fc.nat(3) })) }),
      fc.record({
        namespacePrefix: fc.array(label, { maxLength: 2 }),
        filter: fc.option(fc.record({ n: fc.oneof(fc.nat(3), fc.record({ $gte: fc.nat(3) })) }), {
          nil: undefined,
        }),
        limit: fc.constant(100),
        offset: fc.constant(0),
      }),
      fc.record({ namespace, key }),
    );
    const names = (item: unknown): unknown =>
      Array.isArray(item)
        ? item.map(names).sort()
        : item &&
          JSON.stringify([
            (item as { namespace: string[] }).namespace,
            (item as { key: string }).key,
            (item as { value: object }).value,
          ]);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
        const { memory } = await openTestMemory();
        const [ours, theirs] = [new MnemeStore({ memory }), new InMemoryStore()];
        for (const each of operations) {
          const [got] = await ours.batch([each as never]);
          const [wanted] = await theirs.batch([each as never]);
          expect(names(got ?? null)).toEqual(names(wanted ?? null));
        }
        await memory.close();
      }),
      { numRuns: 25 },
    );
  });

  it('finds texts at paths', () => {
    const value = { title: 'T', chapters: [{ text: 'a', n: 1 }, { text: 'b' }], on: true };
    expect(textsAt(value, 'chapters[*].text')).toEqual(['a', 'b']);
    expect(textsAt(value, 'chapters[-1].text')).toEqual(['b']);
    expect(textsAt(value, 'chapters[5].text')).toEqual([]);
    expect(textsAt(value, 'none.here')).toEqual([]);
    expect(textsAt(value, '$')).toEqual([
      'title: T',
      'chapters text: a',
      'chapters n: 1',
      'chapters text: b',
      'on: true',
    ]);
  });
});

/** Items with a score come first; then the others by key. */
const byFound =
  (found: readonly { readonly key: string; readonly score?: number }[]) =>
  (one: string, other: string): number =>
    found.findIndex(({ key }) => key === one) - found.findIndex(({ key }) => key === other);
