import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { scoresOf } from './forecast.js';

const DAY = 86_400_000;

async function forecasting() {
  const { memory, clock } = await openTestMemory();
  const due = new Date(clock.now() + 7 * DAY).toISOString();
  const { id, reversal } = await memory.foresight.predict({
    statement: 'The spring release shipped.',
    probability: 0.7,
    due,
    domain: 'releases',
  });
  const state = async () => (await memory.foresight.forecasts()).forecasts[0];
  return { memory, clock, id, reversal, state };
}

describe('a forecast', () => {
  it('is open until its day, then due, and a person settles it once', async () => {
    const { memory, clock, id, state } = await forecasting();
    expect((await state())?.state).toBe('open');
    clock.advance(8 * DAY);
    expect((await memory.foresight.forecasts({ state: 'due' })).forecasts).toHaveLength(1);
    const settled = await memory.foresight.settle({ id, came: true });
    expect(settled.brier).toBeCloseTo(0.09, 10);
    expect(await state()).toMatchObject({
      state: 'settled',
      outcome: { by: 'person', came: true },
    });
    await expect(memory.foresight.settle({ id, came: false })).rejects.toMatchObject({
      code: 'conflict',
    });
    await memory.undo(settled.reversal ?? '');
    expect((await state())?.state).toBe('due');
  });

  it('is settled by what is said, either way, and unsettled when that is taken back', async () => {
    const { memory, clock, state } = await forecasting();
    clock.advance(DAY);
    const { id: said } = await memory.remember('The spring release shipped today.');
    expect(await state()).toMatchObject({
      state: 'settled',
      outcome: { came: true, by: 'talk', memory: said },
    });
    await memory.forget([said]);
    expect((await state())?.state).toBe('open');
    const { id: denied } = await memory.remember('The spring release has not shipped.');
    expect(await state()).toMatchObject({ outcome: { came: false, memory: denied } });
    clock.advance(DAY);
    await memory.remember('Good news: the spring release shipped.');
    expect(await state()).toMatchObject({ outcome: { came: true } });
  });

  it.each([
    'Has the spring release shipped?',
    'The spring release may have shipped.',
    'The spring release will ship tomorrow.',
    'The autumn release shipped.',
    'The spring release notes shipped.',
  ])('is not settled by “%s”', async (text) => {
    const { memory, clock, state } = await forecasting();
    clock.advance(DAY);
    await memory.remember(text);
    expect((await state())?.state).toBe('open');
  });

  it('is not settled by what was said before it was made', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember('The spring release shipped.');
    clock.advance(DAY);
    await memory.foresight.predict({
      statement: 'The spring release shipped.',
      probability: 0.5,
      due: new Date(clock.now() + DAY).toISOString(),
    });
    expect((await memory.foresight.forecasts()).forecasts[0]?.state).toBe('open');
  });

  it('is refused for a day that is over and a chance beyond 1; unknown ones are not settled; undo takes it back', async () => {
    const { memory, reversal } = await forecasting();
    const made = { statement: 'x', probability: 0.5, due: '2020-01-01' };
    await expect(memory.foresight.predict(made)).rejects.toMatchObject({ field: 'prediction.due' });
    await expect(
      memory.foresight.predict({ ...made, due: '2100-01-01', probability: 1.2 }),
    ).rejects.toMatchObject({ field: 'prediction.probability' });
    await expect(
      memory.foresight.settle({ id: 'x_0000000000000' as never, came: true }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await memory.undo(reversal ?? '');
    expect((await memory.foresight.forecasts()).forecasts).toEqual([]);
  });
});

describe('scores', () => {
  it('count forecasts and predictions, by field', async () => {
    const { memory, id } = await forecasting();
    await memory.foresight.settle({ id, came: false });
    const prediction = await memory.foresight.predict({
      action: 'pay',
      state: ['paid'],
      probability: 0.9,
      domain: 'shop',
    });
    await memory.foresight.settle({ id: prediction.id, came: true });
    const { scores } = await memory.foresight.forecasts({ score: true });
    const domains = scores ?? [];
    expect(domains.map(({ domain }) => domain)).toEqual(['all', 'releases', 'shop']);
    expect(domains[0]).toMatchObject({ settled: 2, open: 0 });
    expect(domains[0]?.brier).toBeCloseTo((0.49 + 0.01) / 2, 10);
  });

  it('are the best for who tells the truth: no other chance has a lower Brier score', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (outcomes, other) => {
          const rate = outcomes.filter(Boolean).length / outcomes.length;
          const by = (probability: number) =>
            scoresOf(
              'x',
              outcomes.map((came) => ({ domain: 'x', probability, came, due: false })),
            );
          expect(by(rate).brier ?? 1).toBeLessThanOrEqual((by(other).brier ?? 0) + 1e-12);
          expect(by(rate).calibrationError).toBeCloseTo(0, 10);
          expect(by(rate).skill ?? 0).toBeCloseTo(0, 10);
        },
      ),
    );
  });
});
