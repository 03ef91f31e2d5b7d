/** A moment: milliseconds since 1970-01-01T00:00:00Z, finite, integral. */
export type Instant = number;

/** How finely a date is known. A year is an interval of a year, never the first of January. */
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
export type Precision = (typeof PRECISIONS)[number];

/** A half-open interval `[from, to)` known to `precision`. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
  readonly precision: Precision;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How finely a period of this length is known. */
export function spanPrecision({ from, to }: { from: Instant; to: Instant }): Precision {
  const length = to - from;
  const steps: readonly (readonly [number, Precision])[] = [
    [MINUTE, 'minute'], [HOUR, 'hour'], [DAY, 'day'], [7 * DAY, 'week'], [31 * DAY, 'month'], [92 * DAY, 'season'],
  ];
  return steps.find(([limit]) => length <= limit)?.[1] ?? 'year';
}

/** ISO 8601 in UTC, to the second: `2025-02-03T18:12:00Z`. */
export function isoSecond(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
