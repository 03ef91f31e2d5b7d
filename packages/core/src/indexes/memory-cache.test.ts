import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { MemoryCache } from './caches.js';

const id = (name: string): MemoryId => `m_${name}` as MemoryId;
const memory = (name: string, version = 1): Memory => ({ id: id(name), version }) as Memory;

function counted(versions: Map<string, number>): { cache: MemoryCache; asked: MemoryId[][] } {
  const asked: MemoryId[][] = [];
  const cache = new MemoryCache(async (ids) => {
    asked.push([...ids]);
    const found = ids
      .filter((wanted) => versions.has(wanted))
      .map((wanted) => memory(wanted.slice(2), versions.get(wanted)));
    await Promise.resolve();
    return found;
  });
  return { cache, asked };
}

describe('the cache of memories', () => {
  it('reads each memory once and keeps the order asked, leaving out unknown ones', async () => {
    const { cache, asked } = counted(
      new Map([
        ['m_a', 1],
        ['m_b', 1],
      ]),
    );
    expect((await cache.get([id('b'), id('x'), id('a')])).map((found) => found.id)).toEqual([
      'm_b',
      'm_a',
    ]);
    expect((await cache.get([id('a'), id('b')])).map((found) => found.id)).toEqual(['m_a', 'm_b']);
    expect(asked).toEqual([['m_b', 'm_x', 'm_a']]);
  });

  it('reads again what a change has touched', async () => {
    const versions = new Map([['m_a', 1]]);
    const { cache } = counted(versions);
    await cache.get([id('a')]);
    versions.set('m_a', 2);
    cache.drop([id('a')]);
    expect((await cache.get([id('a')]))[0]?.version).toBe(2);
  });

  it('does not keep what was being read while something changed', async () => {
    const versions = new Map([['m_a', 1]]);
    const { cache, asked } = counted(versions);
    const reading = cache.get([id('a')]);
    versions.set('m_a', 2);
    cache.drop([id('a')]);
    expect((await reading)[0]?.version).toBe(1);
    expect((await cache.get([id('a')]))[0]?.version).toBe(2);
    expect(asked.length).toBe(2);
  });

  it('gives all that was asked for, whatever is dropped while the others are read', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => id(String(at)));
    const { cache } = counted(new Map(names.map((name) => [name, 1])));
    await cache.get(names.slice(0, 1));
    const reading = cache.get(names.slice(0, 2));
    cache.drop(names.slice(0, 1));
    expect(await reading).toHaveLength(2);
    expect(await cache.get(names)).toHaveLength(5_000);
    await cache.get(names.slice(0, 1));
    expect(await cache.get(names)).toHaveLength(5_000);
  });

  it('forgets first what nobody has asked for the longest', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => id(String(at)));
    const { cache, asked } = counted(new Map(names.map((name) => [name, 1])));
    const wanted = names.slice(0, 1);
    await cache.get(wanted);
    for (const name of names.slice(1)) {
      await cache.get([name]);
      await cache.get(wanted);
    }
    expect(asked.filter((ids) => ids.includes(names[0] as MemoryId))).toHaveLength(1);
  });

  it('forgets the oldest when it is full', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => id(String(at)));
    const { cache, asked } = counted(new Map(names.map((name) => [name, 1])));
    await cache.get(names);
    await cache.get([names[4_999] as MemoryId]);
    expect(asked.length).toBe(1);
    await cache.get([names[0] as MemoryId]);
    expect(asked.length).toBe(2);
  });
});
