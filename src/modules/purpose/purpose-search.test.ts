import { describe, expect, it } from 'vitest';
import { OTHERS, openMarathonBank, RUNS, STAR } from '../../../test/support/marathon-bank.js';
import { openTestMemory } from '../../../test/support/open-test-memory.js';

describe('a search by purpose', () => {
  it('finds what serves a goal, what came later too and what is forgotten not', async () => {
    const { memory, star } = await openMarathonBank();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const { results, goal, notices } = await memory.goals.search({
      of: star,
      limit: RUNS.length - 2,
    });
    expect(goal?.id).toBe(star);
    expect(notices).toEqual([]);
    expect(results.every(({ memory: { content } }) => RUNS.includes(content))).toBe(true);
    expect(results.map(({ closeness }) => closeness)).toEqual(
      results.map(({ closeness }) => closeness).sort((a, b) => b - a),
    );
    for (const { alignment, closeness } of results) expect(alignment).toBeCloseTo(closeness, 2);
    await memory.forget([results[0]?.memory.id ?? '']);
    const later = await memory.remember('The Porto marathon in October: run it!');
    const found = (await memory.goals.search({ of: star, limit: 200 })).results.map(
      (each) => each.memory.id,
    );
    expect(found).toContain(later.id);
    expect(found).not.toContain(results[0]?.memory.id);
    expect(found).toHaveLength(receipts.length);
  });

  it('finds what serves the same end as a memory, but not the memory itself', async () => {
    const { memory } = await openMarathonBank();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const own = receipts.at(-1)?.id ?? '';
    const { results } = await memory.goals.search({ of: own, limit: 5 });
    expect(results.map((each) => each.memory.id)).not.toContain(own);
    expect(results.every(({ memory: { content } }) => RUNS.includes(content))).toBe(true);
    const stray = await memory.goals.search({ of: receipts[0]?.id ?? '', limit: 5 });
    expect(stray.notices[0]).toContain('hardly serves');
  });

  it('says what is missing: goals, the id, words', async () => {
    const { memory } = await openTestMemory();
    const [kiln, wordless] = (
      await memory.rememberAll(['The kiln was mended.', 'You WHAT.'])
    ).receipts.map(({ id }) => id);
    expect(await memory.goals.search({ of: kiln ?? '' })).toMatchObject({
      goal: null,
      results: [],
      notices: [expect.stringContaining('no north star yet')],
    });
    const { goal } = await memory.goals.set({ description: STAR });
    expect((await memory.goals.search({ of: wordless ?? '' })).notices[0]).toContain('no words');
    await expect(memory.goals.search({ of: 'm_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.goals.search({ of: 'g_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.goals.search({ of: 'kiln' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'query.of',
    });
    await memory.goals.set({ id: goal.id, remove: true });
    await expect(memory.goals.search({ of: goal.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
