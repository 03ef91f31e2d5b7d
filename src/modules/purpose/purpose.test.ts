import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { OTHERS, openMarathonBank, RUNS, STAR } from '../../../test/support/marathon-bank.js';
import { openTestMemory, temporaryFile } from '../../../test/support/open-test-memory.js';
import type { Mneme } from '../../index.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('purpose', () => {
  it('says so when there are no goals, and when there are no memories', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.goals.alignment()).toMatchObject({
      northStar: null,
      alignment: null,
      notices: [expect.stringContaining('no north star yet')],
    });
    await memory.goals.set({ description: STAR });
    expect(await memory.goals.alignment()).toMatchObject({
      northStar: { description: STAR },
      alignment: null,
      memories: 0,
      notices: [expect.stringContaining('no memories yet')],
    });
  });

  it('is high for memories that serve the north star and low for others', async () => {
    const { memory } = await openMarathonBank();
    await memory.rememberAll(RUNS);
    const served = await memory.goals.alignment();
    expect(served).toMatchObject({
      level: 'optimal',
      memories: RUNS.length,
      lifecycle: { stage: 'infancy' },
      notices: [],
    });
    await memory.rememberAll(OTHERS);
    const strayed = await memory.goals.alignment();
    expect(strayed.alignment).toBeLessThan(0.2);
    expect(strayed).toMatchObject({
      level: 'critical',
      memories: 50,
      lifecycle: { stage: 'growth' },
    });
  });

  it('weighs the whole tree, and tells what is odd about it', async () => {
    const { memory } = await openMarathonBank();
    const { goal: plan } = await memory.goals.set({
      description: 'Learn the violin properly',
      level: 'strategic',
    });
    await memory.goals.set({ description: 'Run for the marathon', level: 'tactical' });
    await memory.goals.set({
      description: 'Paint the ceiling',
      level: 'tactical',
      status: 'suspended',
    });
    await memory.rememberAll(RUNS);
    const { goals, composite, misaligned } = await memory.goals.alignment();
    expect(goals.map(({ goal }) => goal.description)).toEqual([
      STAR,
      plan.description,
      'Run for the marathon',
    ]);
    const [star = 0, strategic = 0, tactical = 0] = goals.map(({ alignment }) => alignment ?? NaN);
    expect(composite).toBeCloseTo((0.4 * star + 0.3 * strategic + 0.2 * tactical) / 0.9, 9);
    expect(strategic).toBeLessThan(0.3);
    expect(goals.map(({ toNorthStar }) => (toNorthStar ?? 0) > 0.5)).toEqual([true, false, true]);
    for (const { guaranteed } of goals) expect(guaranteed).toBeLessThanOrEqual(0.7 + 1e-9);
    expect(goals[0]?.guaranteed).toBeCloseTo(0.7, 6);
    expect(misaligned).toHaveLength(2);
  });

  it('announces a fall of more than .15 once, in the receipt and in the report', async () => {
    const { memory, clock } = await openMarathonBank();
    const calm = await memory.rememberAll(RUNS);
    expect(calm.receipts.flatMap(({ notes }) => notes)).toEqual([]);
    clock.advance(HOUR);
    const noted: string[] = [];
    for (const text of OTHERS) noted.push(...(await memory.remember(text)).notes);
    expect(noted).toEqual([
      expect.stringMatching(
        /^alignment to the north star fell from 0\.\d\d to 0\.\d\d since 2025-02-03$/,
      ),
    ]);
    const { fall, notices } = await memory.goals.alignment();
    expect(fall).toMatchObject({ alarm: true });
    expect((fall?.from ?? 0) - (fall?.to ?? 0)).toBeGreaterThan(0.15);
    expect(notices).toEqual([expect.stringMatching(/^Alarm: alignment to the north star fell/)]);
    clock.advance(8 * DAY);
    expect((await memory.goals.alignment()).fall?.alarm).toBe(false);
  });

  it('keeps a history across openings, that may be thrown away', async () => {
    const file = temporaryFile();
    const { memory, clock } = await openMarathonBank(file);
    await memory.rememberAll(RUNS.slice(0, 6));
    clock.advance(2 * HOUR);
    await memory.rememberAll(OTHERS.slice(0, 6));
    await memory.close();
    const again = await openTestMemory({ file });
    again.clock.advance(2 * HOUR);
    const { history, notices } = await again.memory.goals.alignment();
    expect(history.map(({ memories }) => memories)).toEqual([6, 12]);
    expect(history[0]?.alignment).toBeGreaterThan((history[1]?.alignment ?? 1) + 0.1);
    expect(notices).toEqual([]);
    expect((await again.memory.care.stats()).changes).toBe(3);
    await again.memory.close();
    const database = new Database(file);
    database.exec('DELETE FROM purpose_sample');
    database.close();
    const { memory: bare } = await openTestMemory({ file });
    expect((await bare.goals.alignment()).history).toHaveLength(1);
    expect((await bare.care.doctor()).healthy).toBe(true);
  });

  it('thins its history after 90 days, and begins anew when the goal is put otherwise', async () => {
    const { memory, clock, star } = await openMarathonBank();
    for (let hour = 0; hour < 6; hour++) {
      await memory.remember(RUNS[hour] ?? '');
      clock.advance(2 * HOUR);
    }
    const before = (await memory.goals.alignment()).history;
    expect(before.length).toBeGreaterThanOrEqual(6);
    clock.advance(92 * DAY);
    await memory.remember('The kiln was mended.');
    const { history } = await memory.goals.alignment();
    const days = history.map(({ at }) => Math.floor(at / DAY));
    expect(new Set(days).size).toBe(history.length);
    expect(history.length).toBeLessThan(before.length);
    await memory.goals.set({ id: star, description: 'Play the violin at a wedding' });
    expect((await memory.goals.alignment()).history).toHaveLength(1);
  });

  it('does not touch what recall finds', async () => {
    const [plain, aimed] = [
      await openTestMemory({ random: { uint32: counter() } }),
      await openTestMemory({ random: { uint32: counter() } }),
    ];
    await plain.memory.rememberAll([...RUNS, ...OTHERS]);
    await aimed.memory.rememberAll([...RUNS, ...OTHERS]);
    await aimed.memory.goals.set({ description: STAR });
    await aimed.memory.goals.alignment();
    const ask = async (memory: Mneme) =>
      (await memory.recall('What about the kiln and the marathon?')).results.map(
        ({ content, why }) => [content, why.score],
      );
    expect(await ask(aimed.memory)).toEqual(await ask(plain.memory));
  });
});

function counter(): () => number {
  let next = 1;
  return () => Math.imul(next++, 0x9e3779b1) >>> 0;
}
