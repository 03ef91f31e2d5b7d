import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

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
});
