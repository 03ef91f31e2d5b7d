import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, PRECISIONS } from '../domain/time.js';
import { addMonths, periodOf, seasonOf, weekendPeriod, yearPeriod } from './calendar.js';

const moments = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2400, 0, 1) });

describe('periodOf', () => {
  it('holds its moment, and so does the period of its ends', () => {
    fc.assert(
      fc.property(
        moments,
        fc.constantFrom(...PRECISIONS.filter((unit) => unit !== 'weekend')),
        (at, unit) => {
          const period = periodOf(at, unit);
          expect(period.from <= at && at < period.to).toBe(true);
          expect(periodOf(period.from, unit)).toEqual(period);
          expect(periodOf(period.to - 1, unit)).toEqual(period);
          expect(period.precision).toBe(unit);
        },
      ),
    );
  });

  it('begins weeks on Monday and weekends on Saturday', () => {
    fc.assert(
      fc.property(moments, (at) => {
        expect(new Date(periodOf(at, 'week').from).getUTCDay()).toBe(1);
        expect(new Date(weekendPeriod(at).from).getUTCDay()).toBe(6);
        expect(weekendPeriod(at).to).toBe(periodOf(at, 'week').to);
      }),
    );
  });
});

describe('seasonOf', () => {
  it('runs winter over the turn of the year', () => {
    for (const at of [Date.UTC(2022, 11, 1), Date.UTC(2023, 0, 15), Date.UTC(2023, 1, 28)])
      expect(seasonOf(at)).toMatchObject({ from: Date.UTC(2022, 11, 1), to: Date.UTC(2023, 2, 1) });
    expect(seasonOf(Date.UTC(2023, 2, 1)).from).toBe(Date.UTC(2023, 2, 1));
  });
});

describe('addMonths', () => {
  it.each([
    [Date.UTC(2023, 0, 31), 1, Date.UTC(2023, 1, 28)],
    [Date.UTC(2024, 1, 29), 12, Date.UTC(2025, 1, 28)],
    [Date.UTC(2023, 2, 31, 7), -1, Date.UTC(2023, 1, 28, 7)],
    [Date.UTC(1960, 4, 31, 23), 1, Date.UTC(1960, 5, 30, 23)],
  ])('%i and %i months', (at, months, expected) => expect(addMonths(at, months)).toBe(expected));
});

describe('yearPeriod', () => {
  it('takes years below 100 as they are', () => {
    expect(new Date(yearPeriod(50).from).getUTCFullYear()).toBe(50);
    expect(yearPeriod(2024).to - yearPeriod(2024).from).toBe(366 * DAY);
  });
});
