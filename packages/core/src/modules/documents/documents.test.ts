import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';
import { withinNamespace } from '../../domain/document.js';
import type { Mneme } from '@mneme/mneme/index.js';

const PREFS = { namespace: ['users', 'ann'], key: 'prefs' };
const found = async (memory: Mneme, query: string): Promise<string[]> =>
  (await memory.recall(query)).results.map(({ content }) => content);

const kept = async (memory: Mneme, name: { namespace: string[]; key: string }) =>
  (await memory.documents.list(name)).documents[0] ?? null;

describe('documents', () => {
  it('are kept word for word, found by their text, and change with it', async () => {
    const { memory, clock } = await openTestMemory();
    const value = { theme: 'dark', nested: { list: [1, null, 'two '], text: '  kept as it is\n' } };
    const put = { ...PREFS, value, text: 'Ann wants the dark theme.' };
    const { documents, notes } = await memory.documents.change({ put: [put] });
    expect(documents).toMatchObject([{ ...PREFS, value, version: 1 }]);
    expect(notes).toEqual([]);
    expect(await kept(memory, PREFS)).toEqual(documents[0]);
    expect(await found(memory, 'Which theme does Ann want?')).toEqual([put.text]);
    clock.advance(1_000);
    // The same text keeps its memory.
    const { documents: same } = await memory.documents.change({
      put: [{ ...put, value: { a: 1 } }],
    });
    expect(same[0]).toMatchObject({ version: 2, memories: documents[0]?.memories });
    const changed = { ...put, text: 'Ann wants the light theme.' };
    await memory.documents.change({ put: [changed] });
    expect(await found(memory, 'Which theme does Ann want?')).toEqual([changed.text]);
    // Back to the first text, which was stored before.
    await memory.documents.change({ put: [put] });
    expect(await found(memory, 'Which theme does Ann want?')).toEqual([put.text]);
    await memory.documents.change({ put: [{ ...PREFS, value }] });
    expect(await found(memory, 'Which theme does Ann want?')).toEqual([]);
    expect(await kept(memory, PREFS)).toMatchObject({ value, version: 5, memories: [] });
  });

  it('go with their memory, all or none, and one undo brings both back', async () => {
    const { memory } = await openTestMemory();
    const other = { namespace: ['users', 'bob'], key: 'prefs' };
    await memory.documents.change({
      put: [
        { ...PREFS, value: { a: 1 }, text: 'Ann drinks green tea.' },
        { ...other, value: { b: 2 }, text: 'Bob drinks black tea.' },
      ],
    });
    await expect(
      memory.documents.change({ remove: [PREFS, { ...other, key: 'none' }] }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect((await memory.documents.list()).total).toBe(2);
    const { removed, reversal } = await memory.documents.change({ remove: [PREFS, other] });
    expect(removed).toBe(2);
    expect(await memory.documents.list()).toEqual({ documents: [], total: 0, next: null });
    expect(await found(memory, 'Who drinks tea?')).toEqual([]);
    await memory.undo(reversal ?? '');
    expect(await kept(memory, PREFS)).toMatchObject({ value: { a: 1 } });
    expect((await found(memory, 'Who drinks tea?')).sort()).toHaveLength(2);
  });

  it('are refused where somebody else changed them meanwhile, and then nothing is written', async () => {
    const { memory } = await openTestMemory();
    const put = { ...PREFS, value: {}, ifVersion: 0 };
    await memory.documents.change({ put: [put] });
    const sequence = (await memory.care.info())?.sequence;
    await expect(memory.documents.change({ put: [put] })).rejects.toMatchObject({
      code: 'conflict',
      field: 'documents.ifVersion',
    });
    await expect(
      memory.documents.change({ remove: [{ ...PREFS, ifVersion: 2 }] }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect((await memory.care.info())?.sequence).toBe(sequence);
  });

  it('without a key stand in the order in which they came, in every process', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const { memory: other } = await openTestMemory({ file });
    const namespace = ['chat'];
    const add = (into: Mneme, ...texts: string[]) =>
      into.documents.change({ put: texts.map((text) => ({ namespace, value: { text } })) });
    await add(memory, 'one', 'two');
    await Promise.all([add(other, 'three'), add(memory, 'four')]);
    const listed = async (filter: object): Promise<unknown[]> =>
      (await other.documents.list({ namespace, ...filter })).documents.map(
        ({ value }) => value.text,
      );
    expect((await listed({})).slice(0, 2)).toEqual(['one', 'two']);
    expect((await listed({})).sort()).toEqual(['four', 'one', 'three', 'two']);
    expect(await listed({ last: true, limit: 1 })).toEqual((await listed({})).slice(-1));
    expect(await listed({ offset: 1, limit: 1 })).toEqual(['two']);
    await other.close();
    const { memory: again } = await openTestMemory({ file });
    expect((await again.documents.list({ namespace })).total).toBe(4);
  });

  it('may share a memory that is there, which then stays', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    const text = 'The heron nests by the weir.';
    const { documents } = await memory.documents.change({
      put: [{ ...PREFS, value: {}, text, shared: true }],
    });
    expect(documents[0]?.memories).toEqual([id]);
    await memory.documents.change({ remove: [PREFS] });
    expect(await found(memory, 'Where does the heron nest?')).toEqual([text]);
  });

  it('are erased with the person they tell of', async () => {
    const { memory } = await openTestMemory();
    const person = { namespace: ['people'], key: 'a' };
    await memory.documents.change({
      put: [
        { ...person, value: { about: 'Dana Whitlock likes tea.' } },
        { ...PREFS, value: { theme: 'dark' } },
      ],
    });
    await memory.remember('Dana Whitlock lives in Porto.');
    await memory.privacy.erase({ subject: 'Dana Whitlock', yes: true });
    expect(await kept(memory, person)).toBeNull();
    expect(await kept(memory, PREFS)).not.toBeNull();
  });

  it('say what of a request is wrong', async () => {
    const { memory } = await openTestMemory();
    const twice = { ...PREFS, value: {} };
    for (const [put, field] of [
      [[{ ...PREFS, namespace: [], value: {} }], 'documents.put.0.namespace'],
      [[{ ...PREFS, value: { text: 'x'.repeat(1_000_001) } }], 'documents.put.0.value'],
      [[twice, twice], 'documents.put.1.key'],
      [[], 'documents.put'],
    ] as const)
      await expect(memory.documents.change({ put: [...put] as never })).rejects.toMatchObject({
        code: 'invalid_input',
        field,
      });
  });

  const label = fc.constantFrom('a', 'b', 'a"', 'a,', 'é', '"');
  const space = fc.array(label, { minLength: 1, maxLength: 3 });
  it('a namespace has in it what the filter of its memories lets through', async () => {
    const { memory } = await openTestMemory();
    const spaces = fc.sample(space, { numRuns: 30, seed: 7 });
    const unique = [...new Map(spaces.map((each) => [JSON.stringify(each), each])).values()];
    await memory.documents.change({
      put: unique.map((namespace, at) => ({
        namespace,
        key: 'k',
        value: {},
        text: `Number ${at} is a swan.`,
      })),
    });
    for (const prefix of [...unique, ['a'], ['b'], []]) {
      const { documents } = await memory.documents.list({ namespace: prefix, limit: 1_000 });
      const { memories } = await memory.list({ metadata: withinNamespace(prefix), limit: 500 });
      expect(memories.map(({ id }) => id).sort()).toEqual(
        documents.flatMap((each) => each.memories).sort(),
      );
    }
  });
});
