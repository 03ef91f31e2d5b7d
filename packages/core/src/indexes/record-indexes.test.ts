import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../domain/change.js';
import type { Conflict } from '../domain/validity.js';
import type { MemoryId } from '../domain/ids.js';
import { openTestMemory, START, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { ConflictIndex } from './record-indexes.js';

const conflict = (id: string, older: string, newer: string): Conflict =>
  ({ id, older, newer, verdict: 'actual' }) as unknown as Conflict;
const entry = (
  verb: string,
  memories: readonly string[] = [],
  between: readonly [string, string][] = [],
): JournalEntry =>
  ({
    verb,
    memories,
    edges: between.map(([from, to]) => ({ from, to, role: 'conflicts_with' })),
    removedEdges: [],
  }) as unknown as JournalEntry;
const ids = (...names: readonly string[]) => names as unknown as MemoryId[];

function book(stored: readonly Conflict[]) {
  const asked: string[][] = [];
  const made = new ConflictIndex((wanted) => {
    asked.push([...wanted]);
    return Promise.resolve(
      stored.filter(({ older, newer }) => wanted.includes(older) || wanted.includes(newer)),
    );
  });
  return {
    made,
    asked,
    of: async (...names: string[]) => (await made.of(ids(...names))).map(({ id }) => id),
  };
}

describe('the conflicts lately asked for', () => {
  it('are read once, each told once', async () => {
    const { of, asked } = book([conflict('k1', 'a', 'b'), conflict('k2', 'b', 'c')]);
    expect(await of('a', 'b')).toEqual(['k1', 'k2']);
    expect(await of('b', 'c', 'd')).toEqual(['k1', 'k2']);
    expect(await of('d')).toEqual([]);
    expect(asked).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are read anew when something new stands against them, and all of them when something was settled', async () => {
    const { made, of, asked } = book([conflict('k1', 'a', 'b')]);
    await of('a', 'b', 'c');
    made.follow([entry('remember', ['n'], [['n', 'a']])]);
    await of('a', 'b', 'c');
    made.follow([entry('resolve')]);
    await of('b', 'c');
    expect(asked).toEqual([['a', 'b', 'c'], ['a'], ['b', 'c']]);
  });

  it('are not kept when something changed while they were read', async () => {
    const asked: number[] = [];
    const made = new ConflictIndex(() => {
      if (asked.push(1) === 1) made.follow([entry('remember', ['a'])]);
      return Promise.resolve([]);
    });
    await made.of(ids('a'));
    await made.of(ids('a'));
    expect(asked).toHaveLength(2);
  });

  it('are all told where some were known, whatever is dropped while the others are read', async () => {
    const stored = [
      conflict('k1', 'a', 'b'),
      ...Array.from({ length: 4_000 }, (_, at) => conflict(`x${at}`, `p${at}`, `q${at}`)),
    ];
    const full = book(stored);
    await full.of('a');
    const many = Array.from({ length: 4_000 }, (_, at) => `p${at}`);
    expect(await full.of('a', ...many)).toHaveLength(4_001);
    const made: ConflictIndex = new ConflictIndex((wanted) => {
      if (wanted.includes('c' as MemoryId)) made.follow([entry('resolve')]);
      return Promise.resolve(stored.filter(({ older }) => wanted.includes(older)));
    });
    await made.of(ids('a'));
    expect((await made.of(ids('a', 'c'))).map(({ id }) => id)).toEqual(['k1']);
  });
});

describe('how memories stand', () => {
  it('follows what others settle, reopen and add in the same file', async () => {
    const file = temporaryFile();
    const { memory: mine, clock } = await openTestMemory({ file });
    const { memory: other } = await openTestMemory({ file, clock });
    const web = await mine.remember({ content: 'The pool size is 40.', source: 'web' });
    const user = await mine.remember({
      content: 'The pool size is 25.',
      source: 'user',
      saidAt: START,
    });
    const stands = async () =>
      Object.fromEntries(
        (await mine.recall('What is the pool size?')).results.map(({ id, validity }) => [
          id,
          validity,
        ]),
      );
    expect(await stands()).toEqual({ [web.id]: 'disputed', [user.id]: 'disputed' });
    const { conflicts } = await other.validity.conflicts();
    const [dispute] = conflicts;
    await other.validity.resolve({ id: dispute?.id ?? '', keep: 'both' });
    expect(await stands()).toEqual({ [web.id]: 'current', [user.id]: 'current' });
    await other.validity.resolve({ id: dispute?.id ?? '', keep: 'undecided' });
    expect(await stands()).toEqual({ [web.id]: 'disputed', [user.id]: 'disputed' });
    await other.validity.resolve({ id: dispute?.id ?? '', keep: 'newer' });
    clock.advance(1000);
    const third = await other.remember({ content: 'The pool size is 60.', source: 'user' });
    expect((await stands())[third.id]).toBeDefined();
    expect((await stands())[web.id]).not.toBe('current');
  });
});
