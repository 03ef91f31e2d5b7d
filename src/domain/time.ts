import { z } from 'zod';
import type { Of, SchemaOf } from './schema.js';
/** A moment: milliseconds since 1970-01-01T00:00:00Z, finite, integral. */
export type Instant = number;
export const Instant = z.number().describe('Epoch milliseconds.');

/** The precision of a date. A year is an interval of a year, never the first of January. */
export const PRECISIONS = [
  'decade',
  'year',
  'season',
  'month',
  'week',
  'weekend',
  'day',
  'hour',
  'minute',
] as const;
export const Precision = z.enum(PRECISIONS);
export type Precision = z.infer<typeof Precision>;

const periodShape = z.strictObject({
  from: Instant,
  to: Instant,
  precision: Precision,
});
/** A half-open interval `[from, to)` known to `precision`. */
export interface Period extends Of<typeof periodShape> {}
export const Period: SchemaOf<Period, typeof periodShape> = periodShape;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The precision of a period of this length. */
export function spanPrecision({ from, to }: { from: Instant; to: Instant }): Precision {
  const length = to - from;
  const steps: readonly (readonly [number, Precision])[] = [
    [MINUTE, 'minute'],
    [HOUR, 'hour'],
    [DAY, 'day'],
    [7 * DAY, 'week'],
    [31 * DAY, 'month'],
    [92 * DAY, 'season'],
  ];
  return steps.find(([limit]) => length <= limit)?.[1] ?? 'year';
}

/**
 * The period that an ISO 8601 date without a time of day means: "2019" is a year, "2019-05" a month,
 * "2019-05-03" a day. Null for anything else: a moment is only itself.
 */
export function datedPeriod(given: unknown): Period | null {
  const date =
    typeof given === 'string' ? /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(given.trim()) : null;
  if (date === null) return null;
  const [, year, month, day] = date.map(Number) as [number, number, number, number];
  const [precision, from, to]: [Precision, number, number] =
    date[3] !== undefined
      ? ['day', utc(year, month, day), utc(year, month, day + 1)]
      : date[2] !== undefined
        ? ['month', utc(year, month, 1), utc(year, month + 1, 1)]
        : ['year', utc(year, 1, 1), utc(year + 1, 1, 1)];
  return { from, to, precision };
}

/** Years below 100 are in the first century, not in the twentieth. */
function utc(year: number, month: number, day: number): Instant {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** ISO 8601 in UTC, to the second: `2025-02-03T18:12:00Z`. */
export function isoSecond(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
