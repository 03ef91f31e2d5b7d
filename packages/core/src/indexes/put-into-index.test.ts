import { describe, expect, it } from 'vitest';
import { openMemoryStore, type Store } from '@mneme/mneme/index.js';
import {
  openTestMemory,
  temporaryFile,
  testClock,
} from '../../../../test/support/open-test-memory.js';

const TURNS = [
  'Ana works at Helio in Lisbon as a nurse.',
  'We moved because the old flat flooded in March 2024.',
  'My brother Tom plays the cello on Fridays.',
  'Ana left Helio last week.',
];
const ASKED = ['Where does Ana work?', 'Why did we move?', 'What does Tom play?', 'Who left?'];

describe('what was just committed', () => {
  it('is found as by a process that reads it from the file', async () => {
    const file = temporaryFile();
    const clock = testClock();
    const { memory } = await openTestMemory({ file, clock });
    for (const content of TURNS) await memory.remember({ content, session: 'one', speaker: 'Bo' });
    const { memory: other } = await openTestMemory({ file, clock });
    for (const query of ASKED) {
      const { results } = await memory.recall(query);
      expect(results.length).toBeGreaterThan(0);
      expect((await other.recall(query)).results).toEqual(results);
    }
  });

  it('follows what another process committed in between', async () => {
    const file = temporaryFile();
    const clock = testClock();
    const { memory } = await openTestMemory({ file, clock });
    const { memory: other } = await openTestMemory({ file, clock });
    await memory.remember(TURNS[0] as string);
    await other.remember(TURNS[2] as string);
    await memory.remember(TURNS[3] as string);
    for (const one of [memory, other])
      expect((await one.list()).memories.map(({ content }) => content)).toHaveLength(3);
    expect((await memory.recall('What does Tom play?')).results[0]?.content).toBe(TURNS[2]);
    expect((await other.recall('Who left Helio?')).results[0]?.content).toBe(TURNS[3]);
  });

  it('is not read from the store again', async () => {
    const store = openMemoryStore();
    const read: string[] = [];
    const watched = new Proxy(store, {
      get: (target, name: keyof Store) => {
        const part = target[name];
        if (typeof part !== 'function') return part;
        return (...given: unknown[]): unknown => {
          read.push(name);
          return (part as (...given: unknown[]) => unknown).apply(target, given);
        };
      },
    });
    const { memory } = await openTestMemory({ store: watched });
    await memory.remember(TURNS[0] as string);
    await memory.remember(TURNS[1] as string);
    read.length = 0;
    await memory.remember(TURNS[2] as string);
    expect(
      read.filter((name) => ['indexRows', 'codes', 'entities', 'bank'].includes(name)),
    ).toEqual([]);
    expect((await memory.recall('What does Tom play?')).results[0]?.content).toBe(TURNS[2]);
  });
});
