import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { EMPTY_CHANGE } from '@mneme/core/domain/change.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { defineModule } from '@mneme/core/modules/module.js';

const NAMES = 'Ana Ben Carla Dora Emil Finn Greta Hugo Ines Jonas Kira Lena'.split(' ');

/** A night that makes one change of the memory of that name. */
const changing = (name: string, change: (memory: Memory) => Partial<Memory>) =>
  defineModule({
    name: 'trial',
    onIdle: [
      {
        name: 'trial',
        about: 'one change',
        version: 1,
        turn: async ({ store, bank }) => {
          const memories = (await store.find(bank, {}, 100)).items;
          const memory = memories.find(({ content }) => content.startsWith(name));
          const put =
            memory === undefined
              ? {}
              : {
                  step: {
                    kind: 'trial',
                    why: 'tried',
                    put: {
                      ...EMPTY_CHANGE,
                      memories: [{ ...memory, version: memory.version + 1, ...change(memory) }],
                    },
                  },
                };
          return { cursor: null, done: 1, total: 1, ...put };
        },
      },
    ],
  });

async function asleep(...modules: ReturnType<typeof changing>[]) {
  const { memory } = await openTestMemory({ modules });
  for (const about of NAMES)
    await memory.remember({
      content: `${about} likes the town of ${about}burg.`,
      note: {
        ...{ about, aspect: 'favourite town', value: `${about}burg` },
        asks: [`Where would ${about} move?`, `Which town does ${about} like best?`],
      },
    });
  return memory;
}

describe('a night', () => {
  it('is accepted by itself if notes that it did not touch are found as before', async () => {
    const memory = await asleep(changing('Ana', () => ({ importance: 0.9 })));
    const { proof, open, parts } = await memory.dreams.dream();
    expect(proof).toMatchObject({ before: { asked: 11 }, after: { asked: 11 }, worse: false });
    expect(open).toBe(0);
    expect(parts.map(({ state }) => state)).toEqual(['accepted']);
  });

  it('is undone, and told with its figures, if others are found worse', async () => {
    const memory = await asleep(
      // It is later than what Ben's own note says, and comes before it.
      changing('Lena', ({ note }) => ({ note: { ...note!, about: 'Ben' } })),
    );
    const before = await memory.list({});
    const { proof, parts } = await memory.dreams.dream();
    expect(proof?.worse).toBe(true);
    expect(proof?.after.first).toBeLessThan(proof?.before.first ?? 0);
    expect(parts.map(({ state }) => state)).toEqual(['undone']);
    expect((await memory.list({})).memories.map(({ note }) => note)).toEqual(
      before.memories.map(({ note }) => note),
    );
  });

  it('is undone if one of the bank’s own cases fails because of it', async () => {
    const memory = await asleep(changing('Ana', () => ({ retractedAt: 1, retraction: 'tried' })));
    const cases = [
      { ask: 'Which town does Ana like?', mustReturn: ['Anaburg'] },
      { ask: 'Which town does Xaver like?', mustReturn: ['Xaverburg'] },
    ];
    const { proof } = await memory.dreams.dream({ cases });
    expect(proof).toMatchObject({ cases: 2, broke: ['Which town does Ana like?'], worse: true });
    expect((await memory.recall('Which town does Ana like?')).results[0]?.content).toMatch(/^Ana/);
  });

  it('waits for a person where there is too little to ask', async () => {
    const { memory } = await openTestMemory({
      modules: [changing('Ana', () => ({ importance: 0.9 }))],
    });
    await memory.remember('Ana likes the town of Anaburg.');
    expect(await memory.dreams.dream()).toMatchObject({ proof: null, changes: 1, open: 1 });
  });
});

it('the report asks about notes that mislead, the most used first, until they are left', async () => {
  const { memory } = await openTestMemory();
  const note = { about: 'Ben', aspect: 'job', reader: 'a reader' };
  const pilot = await memory.remember({
    content: 'Ben is a pilot.',
    note: { ...note, value: 'pilot' },
  });
  const cook = await memory.remember({
    content: 'Ina is a cook.',
    note: { ...note, about: 'Ina', value: 'cook' },
  });
  for (let time = 0; time < 3; time++) await memory.recall({ query: 'What is Ina?', limit: 1 });
  const asked = async () => (await memory.dreams.report()).asks.map(({ memories }) => memories[0]);
  expect(await asked()).toEqual([cook.id, pilot.id]);
  await memory.dreams.report({ leave: [cook.id] });
  expect(await asked()).toEqual([pilot.id]);
});
