import { describe, expect, it } from 'vitest';
import { OTHERS, openMarathonBank, RUNS, STAR } from '../../../../../test/support/marathon-bank.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import { SPACES } from '@mneme/mneme/index.js';

describe('a fingerprint', () => {
  it('has a row for each of the twelve spaces, with figures where the memory is', async () => {
    const { memory } = await openMarathonBank();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const print = await memory.spaces.explain(receipts.at(-1)?.id ?? '');
    expect(print.rows.map(({ space }) => space)).toEqual(SPACES);
    const [semantic] = print.rows;
    expect(semantic).toMatchObject({
      present: true,
      johari: expect.stringMatching(/^(open|blind|hidden|unknown)$/) as string,
    });
    expect(semantic?.alignment).toBeGreaterThan(0.75);
    expect(print).toMatchObject({ northStar: { description: STAR }, notices: [] });
    expect(print.purposeVector).toEqual(print.rows.map(({ alignment }) => alignment));
    expect(print.learning).toMatchObject({ affect: 1, lifecycle: { stage: 'growth' } });
    expect(print.learning?.score).toBeGreaterThan(0);
    expect(print.learning?.score).toBeLessThan(1);
    const stray = await memory.spaces.explain(receipts[0]?.id ?? '');
    expect(stray.rows[0]?.alignment).toBeLessThan(0.3);
  });

  it('finds the first of its kind newer than the last of many like it', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const noveltyOf = async (at: number) =>
      (await memory.spaces.explain(receipts[at]?.id ?? '')).rows[0]?.novelty ?? NaN;
    expect(await noveltyOf(OTHERS.length)).toBeGreaterThan(
      await noveltyOf(OTHERS.length + RUNS.length - 1),
    );
  });

  it('says what is missing: words, goals, the memory', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('You WHAT.');
    const print = await memory.spaces.explain(id);
    expect(print.rows[0]).toMatchObject({ space: 'semantic', present: false, novelty: null });
    expect(print).toMatchObject({ northStarAlignment: null, level: null, northStar: null });
    expect(print.notices[0]).toContain('no north star yet');
    await expect(memory.spaces.explain('m_0000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.spaces.explain('kiln')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
