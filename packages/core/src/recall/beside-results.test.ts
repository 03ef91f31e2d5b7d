import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { renderFound } from '../modules/memories/view.js';

const print = async (memory: Mneme, query: string): Promise<string> =>
  renderFound(await memory.recall({ query, limit: 1 }), { width: 200 });

describe('what stands around a result', () => {
  it('is what the bank holds now, and what it held then where another moment is asked about', async () => {
    const { memory, clock } = await openTestMemory();
    const around = async (asOf?: number): Promise<string[]> => {
      const { results } = await memory.recall({
        query: 'When does the kiln reach its heat?',
        limit: 1,
        ...(asOf === undefined ? {} : { asOf }),
      });
      return (results[0]?.related ?? []).map(({ content, why }) => `${why}: ${content}`);
    };
    await memory.remember({ content: 'The kiln reaches its heat at noon.', session: 'workshop' });
    expect(await around()).toEqual([]);
    const before = clock.now();
    clock.advance(1_000);
    const { id } = await memory.remember({
      content: 'Glazing starts right after lunch then.',
      session: 'workshop',
    });
    expect(await around()).toEqual(['next_turn: Glazing starts right after lunch then.']);
    expect(await around(before)).toEqual([]);
    await memory.forget([id]);
    expect(await around()).toEqual([]);
  });

  it('tells what a note replaced apart from what is to take its place', async () => {
    const { memory } = await openTestMemory();
    const wage = (content: string, value: string, from: string, more: object) =>
      memory.remember({
        content,
        note: { ...{ about: 'Kerwin', aspect: 'wage', value, from }, ...more },
      });
    const first = await wage('Kerwin gets 150 a day.', '150', '2024-01-01', {});
    const now = await wage('Kerwin gets 180 a day.', '180', '2024-06-01', {
      replaces: [first.id],
    });
    await wage('Kerwin will get 200 a day from 2090 on.', '200', '2090-01-01', {
      ...{ replaces: [now.id], status: 'planned' },
    });
    const { results } = await memory.recall({ query: 'What does Kerwin get a day?', limit: 1 });
    expect(results[0]).toMatchObject({ id: now.id, validity: 'current' });
    expect(results[0]?.contradictions.map(({ why, content }) => [why, content])).toEqual([
      ['superseded_by', 'Kerwin will get 200 a day from 2090 on.'],
      ['supersedes', 'Kerwin gets 150 a day.'],
    ]);
    expect(await print(memory, 'What does Kerwin get a day?')).toMatch(
      /180 a day[^]*later: Kerwin will get 200[^]*before: Kerwin gets 150/,
    );
  });
});
