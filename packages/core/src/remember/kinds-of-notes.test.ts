import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

describe('what a note says its subject is', () => {
  it.each([
    ['Banjo', 'Pip’s greyhound dog', ['greyhound dog', 'dog']],
    ['Largs Bay Larks', 'the choir Pip conducts', ['choir']],
    ['Docwell', 'a time tracking software for law offices', ['time tracking software', 'software']],
    ['Radek', 'the owner, a dispatcher in Gdańsk who restores a boat', ['dispatcher']],
  ])('makes %s (%s) of a kind', async (about, is, kinds) => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: `${about} was here on Monday.`,
      note: { about, is, aspect: 'place', value: 'here' },
    });
    const { found } = await memory.graph.hierarchy(about);
    expect(found.map(({ entity }) => entity.name)).toEqual(kinds);
  });

  it.each([
    ['Leah', 'Dana’s sister'],
    ['Mühle Philipp', 'the bakery’s former flour mill'],
    ['replies', 'how the assistant should answer'],
  ])('makes none of %s (%s)', async (about, is) => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: `${about} was told of on Monday.`,
      note: { about, is, aspect: 'place', value: 'here' },
    });
    const { found } = await memory.graph.hierarchy(about).catch(() => ({ found: [] }));
    expect(found).toEqual([]);
  });
});
