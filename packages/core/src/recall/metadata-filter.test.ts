import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

async function tickets() {
  const opened = await openTestMemory();
  const { receipts } = await opened.memory.rememberAll(
    [
      ['The pump of the north pier leaks.', { ticket: 'P-1', priority: 3, done: false }],
      ['The pump of the south pier was mended.', { ticket: 'P-2', priority: 1, done: true }],
      ['The pump of the ferry is loud.', { ticket: 'P-3', priority: 2 }],
      ['Ana paid for the pump.', {}],
    ].map(([content, metadata]) => ({ content, metadata }) as never),
  );
  const ids = receipts.map(({ id }) => id);
  const found = async (metadata: Record<string, unknown>, more: object = {}) =>
    (await opened.memory.recall({ query: 'What of the pump?', metadata, ...more })).results
      .map(({ id }) => ids.indexOf(id as never))
      .sort();
  return { ...opened, ids, found };
}

describe('a filter by metadata', () => {
  it('lets through what it says, by values, tests and groups', async () => {
    const { found } = await tickets();
    expect(await found({ ticket: 'P-1' })).toEqual([0]);
    expect(await found({ priority: { gte: 2 } })).toEqual([0, 2]);
    expect(await found({ priority: { gt: 1, lt: 3 } })).toEqual([2]);
    expect(await found({ done: { ne: true } })).toEqual([0, 2, 3]);
    expect(await found({ done: { exists: false } })).toEqual([2, 3]);
    expect(await found({ ticket: { in: ['P-1', 'P-3'] } })).toEqual([0, 2]);
    expect(await found({ or: [{ ticket: 'P-2' }, { priority: 2 }] })).toEqual([1, 2]);
    expect(await found({ not: { done: true }, ticket: { exists: true } })).toEqual([0, 2]);
    expect(await found({ ticket: 'P-9' })).toEqual([]);
    expect(await found({ priority: '3' })).toEqual([]);
  });

  it('holds for what is kept, too: a change of the bank is seen, and another filter is another question', async () => {
    const { memory, found } = await tickets();
    expect(await found({ ticket: 'P-1' })).toEqual([0]);
    expect(await found({ ticket: 'P-2' })).toEqual([1]);
    await memory.remember({ content: 'The pump hums at noon.', metadata: { ticket: 'P-1' } });
    const { results } = await memory.recall({
      query: 'What of the pump?',
      metadata: { ticket: 'P-1' },
    });
    expect(results).toHaveLength(2);
  });

  it('holds for lists, contexts, layers and what stands beside', async () => {
    const { memory, ids } = await tickets();
    const metadata = { ticket: 'P-3' };
    expect((await memory.list({ metadata })).memories.map(({ id }) => id)).toEqual([ids[2]]);
    const { context, delivered } = await memory.context({ query: 'the pump', metadata });
    expect(delivered).toEqual([ids[2]]);
    expect(context).not.toContain('north');
    const layered = await memory.recall({ query: 'the pump', metadata, groupByLayer: true });
    expect(JSON.stringify(layered.layers)).not.toMatch(/north|south|paid/);
  });

  it('says why it keeps a memory out', async () => {
    const { memory, ids } = await tickets();
    const { lost: told } = await memory.why({
      query: 'the pump',
      metadata: { ticket: 'P-1' },
      memory: ids[1]!,
    });
    expect(JSON.stringify(told)).toContain('metadata');
  });

  it('is refused by what is wrong with it', async () => {
    const { memory } = await tickets();
    for (const [metadata, words] of [
      [{ ticket: { like: 'P' } }, 'there is no test like'],
      [{ ticket: { in: [] } }, 'expected 1 to 100'],
      [{ done: { gt: true } }, 'expected a number or a text'],
      [{ ticket: null }, 'expected a text, a number'],
      [{}, 'name at least one field'],
      [{ or: [{ or: [{ or: [{ or: [{ or: [{ or: [{ a: 1 }] }] }] }] }] }] }, 'more than 5 deep'],
    ] as const)
      await expect(
        memory.recall({ query: 'x', metadata: metadata as never }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'profile.metadata',
        message: expect.stringContaining(words),
      });
  });
});
