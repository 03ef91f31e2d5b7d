import { describe, expect, it } from 'vitest';
import { OTHERS, openMarathonBank, RUNS, STAR } from '../../../test/support/marathon-bank.js';
import { openTestMemory } from '../../../test/support/open-test-memory.js';
import { SPACES } from '../../index.js';

describe('a fingerprint', () => {
  it('has a row for each of the twelve spaces, with figures where the memory is', async () => {
    const { memory } = await openMarathonBank();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const print = await memory.goals.fingerprint(receipts.at(-1)?.id ?? '');
    expect(print.rows.map(({ space }) => space)).toEqual(SPACES);
    const [semantic, ...others] = print.rows;
    expect(semantic).toMatchObject({
      present: true,
      johari: expect.stringMatching(/^(open|blind|hidden|unknown)$/) as string,
    });
    expect(print).toMatchObject({
      dominantSpace: 'semantic',
      level: 'optimal',
      northStar: { description: STAR },
      notices: [],
    });
    expect(print.northStarAlignment).toBe(semantic?.alignment);
    expect(print.purposeVector).toEqual([semantic?.alignment, ...Array<null>(11).fill(null)]);
    expect(others.every(({ present, alignment }) => !present && alignment === null)).toBe(true);
    expect(print.learning).toMatchObject({
      affect: 1,
      phase: { agreement: 1, phi: 0 },
      lifecycle: { stage: 'growth' },
    });
    expect(print.learning?.score).toBeGreaterThan(0);
    expect(print.learning?.score).toBeLessThan(1);
  });

  it('finds the first of its kind newer than the last of many like it', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([...OTHERS, ...RUNS]);
    const noveltyOf = async (at: number) =>
      (await memory.goals.fingerprint(receipts[at]?.id ?? '')).rows[0]?.novelty ?? NaN;
    expect(await noveltyOf(OTHERS.length)).toBeGreaterThan(
      await noveltyOf(OTHERS.length + RUNS.length - 1),
    );
  });

  it('is empty for a memory without words, and says what is missing', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('You WHAT.');
    const print = await memory.goals.fingerprint(id);
    expect(print.rows.every(({ present }) => !present)).toBe(true);
    expect(print).toMatchObject({
      dominantSpace: null,
      northStarAlignment: null,
      level: null,
      coherence: null,
      learning: null,
      northStar: null,
    });
    expect(print.notices[0]).toContain('no north star yet');
    await expect(memory.goals.fingerprint('m_0000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.goals.fingerprint('kiln')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
