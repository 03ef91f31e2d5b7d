/** Notes are found and listed by the fields of their structure. */
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const NOTES = [
  ['Bertil asks 780 euros of rent.', 'Bertil', 'rent', 'fact', 'planned', 'agent'],
  ['Bertil repairs the boiler.', 'Bertil', 'repair', 'plan', 'done', 'program claude'],
  ['Ylva pays the rent by card.', 'Ylva Sand', 'rent', 'preference', 'holds', 'agent'],
] as const;

async function filled(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  await memory.rememberAll([
    { content: 'The rent of the boat is 20 euros, said Bertil.', speaker: 'Ylva' },
    ...NOTES.map(([content, about, aspect, type, status, reader]) => ({
      content,
      tags: [aspect],
      note: { about, aspect, value: content, type, status, reader },
    })),
  ]);
  return memory;
}

const CASES: readonly (readonly [object, readonly number[]])[] = [
  [{ about: 'bertil' }, [0, 1]],
  [{ about: 'Ylva Sand', aspect: 'Rent' }, [2]],
  [{ aspect: 'rent' }, [0, 2]],
  [{ type: 'plan' }, [1]],
  [{ status: 'planned' }, [0]],
  [{ reader: 'agent' }, [0, 2]],
  [{ reader: 'agent', tags: ['rent'], about: 'Bertil' }, [0]],
  [{ about: 'Bertil', kinds: ['fact'] }, []],
  [{ about: 'Bert' }, []],
];

describe('a filter by what notes say', () => {
  it.each(CASES)('%j', async (filter, places) => {
    const memory = await filled();
    const wanted = places.map((place) => NOTES[place]?.[0]).sort();
    const listed = await memory.list(filter);
    expect(listed.memories.map(({ content }) => content).sort()).toEqual(wanted);
    const found = await memory.recall({ query: 'What of Bertil and the rent?', ...filter });
    expect(found.results.map(({ content }) => content).sort()).toEqual(wanted);
    const matched = await memory.list({ ...filter, match: 'rent boiler' });
    expect(matched.memories.map(({ content }) => content).sort()).toEqual(wanted);
    if ('kinds' in filter) return;
    const { delivered } = await memory.context({
      ...{ query: 'What of Bertil and the rent?', precision: 'normal' },
      ...filter,
    });
    expect(delivered).toHaveLength(wanted.length);
  });

  it('says what no note meets, and refuses what is no type', async () => {
    const memory = await filled();
    const { notices } = await memory.recall({ query: 'rent?', about: 'Otto' });
    expect(notices.join()).toContain('No memory of the bank is a note whose about is Otto.');
    await expect(memory.list({ type: 'plans' as never })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'filter.type',
    });
    await expect(memory.recall({ query: 'x', status: 'open' as never })).rejects.toMatchObject({
      field: 'profile.status',
    });
  });

  it('pages through them, each once, with other memories between', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 60 }, (_, at) => ({
        content: `Note ${at} of the weir.`,
        note: {
          ...{ aspect: `matter ${at}`, value: String(at) },
          about: at % 3 === 0 ? 'the weir' : 'the gate',
        },
      })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await memory.list({
        ...{ about: 'the weir', limit: 4 },
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.memories.length).toBeLessThanOrEqual(4);
      seen.push(...page.memories.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([20, 20]);
  });
});
