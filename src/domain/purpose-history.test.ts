import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorthKeeping, latestFall, thinHistory, type PurposeSample } from './purpose-history.js';
import { DAY, HOUR } from './time.js';

const NOW = 1_000 * DAY + 5 * HOUR;
const sample = (daysAgo: number, alignment: number, memories = 50): PurposeSample => ({
  at: NOW - daysAgo * DAY,
  alignment,
  memories,
});
const history = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { maxLength: 80 })
  .map((hours) =>
    hours
      .sort((a, b) => b - a)
      .map((ago): PurposeSample => ({ at: NOW - ago * HOUR, alignment: 0.5, memories: 50 })),
  );
const dayOf = ({ at }: PurposeSample): number => Math.floor(at / DAY);

describe('a thinned history', () => {
  it('keeps 90 days whole, of each day before exactly its last sample, and the order', () => {
    fc.assert(
      fc.property(history, (samples) => {
        const kept = thinHistory(samples, NOW);
        const isOld = ({ at }: PurposeSample): boolean => at < NOW - 90 * DAY;
        expect(kept.filter((each) => !isOld(each))).toEqual(samples.filter((each) => !isOld(each)));
        const old = samples.filter(isOld);
        const lastOfDay = old.filter(
          (each, at) => at === old.length - 1 || dayOf(old[at + 1] ?? each) !== dayOf(each),
        );
        expect(kept.filter(isOld)).toEqual(lastOfDay);
        expect(kept).toEqual(samples.filter((each) => kept.includes(each)));
      }),
    );
  });

  it('is not thinned further by thinning it again, now or in pieces as time goes by', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 200 * 24 }), (samples, later) => {
        const kept = thinHistory(samples, NOW);
        expect(thinHistory(kept, NOW)).toEqual(kept);
        expect(thinHistory(kept, NOW + later * HOUR)).toEqual(
          thinHistory(samples, NOW + later * HOUR),
        );
      }),
    );
  });
});

describe('a fall', () => {
  it('is told from the highest of the last seven days, and alarms above .15', () => {
    expect(latestFall([sample(3, 0.8), sample(2, 0.7), sample(0, 0.64)])).toEqual({
      from: 0.8,
      to: 0.64,
      since: NOW - 3 * DAY,
      alarm: true,
    });
    expect(latestFall([sample(3, 0.78), sample(0, 0.64)])?.alarm).toBe(false);
    expect(latestFall([sample(8, 0.9), sample(0, 0.64)])).toMatchObject({
      from: 0.64,
      alarm: false,
    });
    expect(latestFall([sample(3, 0.2), sample(0, 0.9)])).toMatchObject({
      from: 0.9,
      to: 0.9,
      alarm: false,
    });
  });

  it('is not told from figures over few memories', () => {
    expect(latestFall([sample(3, 0.9, 2), sample(0, 0.3)])?.alarm).toBe(false);
    expect(latestFall([sample(0, 0.3, 9)])).toBeNull();
    expect(latestFall([])).toBeNull();
  });
});

it('a figure is written down when it moved or an hour has gone by', () => {
  const last = sample(1, 0.5);
  const next = (after: number, alignment: number): PurposeSample => ({
    at: last.at + after,
    alignment,
    memories: 50,
  });
  expect(isWorthKeeping(next(1, 0.5), undefined)).toBe(true);
  expect(isWorthKeeping(next(1_000, 0.51), last)).toBe(false);
  expect(isWorthKeeping(next(1_000, 0.53), last)).toBe(true);
  expect(isWorthKeeping(next(1_000, 0.47), last)).toBe(true);
  expect(isWorthKeeping(next(HOUR, 0.5), last)).toBe(true);
});
