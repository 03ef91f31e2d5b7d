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
 * The period of an ISO 8601 date without a time: "2019" is a year, "2019-05" a month, "2019-05-03" a day. Null for
 * anything else.
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

/** Unlike `Date.UTC`, does not move years below 100 to the twentieth century. */
function utc(year: number, month: number, day: number): Instant {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** ISO 8601 in UTC, to the second: `2025-02-03T18:12:00Z`. */
export function isoSecond(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** An IANA time zone, as in `Europe/Berlin`. */
export const ZoneName = z
  .string()
  .trim()
  .refine(isZone, 'expected an IANA time zone such as Europe/Berlin or America/Toronto');

function isZone(name: string): boolean {
  try {
    // Newer runtimes accept an offset such as +02:00, which is not a place.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const UTC = 'UTC';

/** Maximum length of a moment's text. */
const LONGEST = 40;
const OFFSET = /[T ]\d[\d:.,]{0,20}([+-])(\d{2}):?(\d{2})$/;
/** The largest offsets behind and ahead of UTC. */
const BEHIND = -12 * HOUR;
const AHEAD = 14 * HOUR;
/** The largest difference of a local time from UTC. */
export const LARGEST_OFFSET = AHEAD;
const QUARTER = 15 * MINUTE;

/** Offset from UTC of a moment in ISO 8601, in milliseconds; null if it has none, or ends in `Z`. */
export function offsetOf(given: unknown): number | null {
  const match = typeof given === 'string' ? OFFSET.exec(given.trim().slice(-LONGEST)) : null;
  if (match === null) return null;
  const offset = Number(match[2]) * HOUR + Number(match[3]) * MINUTE;
  return match[1] === '-' ? -offset : offset;
}

/** A moment in ISO 8601, at that offset from UTC. */
export function clockText(at: Instant, offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const shown = new Date(at + offset).toISOString().slice(0, -1);
  return `${shown}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Whether some zone has that offset: whole quarters of an hour, within the largest offsets. */
function isOffset(offset: number): boolean {
  return offset >= BEHIND && offset <= AHEAD && offset % QUARTER === 0;
}

/** A local clock's offset from UTC at a moment, in milliseconds; changes with daylight saving time. */
export type OffsetAt = (at: Instant) => number;

/** Shorter than any period of summer or winter time: if both ends have the same offset, so has the middle. */
const STRETCH = 14 * DAY;

/** {@link zoneOffset} with a cache, for many moments of one zone: two calendar look-ups per fortnight. */
export function offsetsOf(zone: string): OffsetAt {
  const known = new Map<number, number | null>();
  const inStretch = (stretch: number): number | null => {
    const start = zoneOffset(zone, stretch * STRETCH);
    return start === zoneOffset(zone, (stretch + 1) * STRETCH) ? start : null;
  };
  return (at) => {
    const stretch = Math.floor(at / STRETCH);
    let offset = known.get(stretch);
    if (offset === undefined) known.set(stretch, (offset = inStretch(stretch)));
    return offset ?? zoneOffset(zone, at);
  };
}

/** The offsets of the zone, unless the moment was given with an offset that the zone does not have then. */
export function clockAt(now: Instant, given: unknown, zone: string): OffsetAt {
  const told = offsetOf(given);
  const ofZone = offsetsOf(zone);
  return told === null || told === ofZone(now) ? ofZone : () => told;
}

/**
 * The first moment at which a local clock shows `local` (encoded as UTC) or later: a time that the clock skips, as
 * midnight in some zones in spring, becomes the moment of the change.
 */
export function instantAt(local: Instant, offset: OffsetAt): Instant {
  const [before, after] = [offset(local - DAY), offset(local + DAY)];
  let early = local - Math.max(before, after);
  let late = local - Math.min(before, after);
  const isThere = (at: Instant): boolean => at + offset(at) >= local;
  if (isThere(early)) return early;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isThere(middle)) late = middle;
    else early = middle;
  }
  return late;
}

/** Offset of a zone from UTC at a moment, in milliseconds. */
export function zoneOffset(zone: string, at: Instant): number {
  if (zone === UTC) return 0;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name);
  if (match === null) return 0;
  const offset = Number(match[2]) * HOUR + Number(match[3]) * MINUTE;
  return match[1] === '-' ? -offset : offset;
}

/** The end of the year 9999, in epoch milliseconds: relative dates in a text ("in ten years") must fit the calendar, too. */
export const LAST_INSTANT = 253_402_300_799_999;

/** Parses epoch milliseconds, a Date or an ISO 8601 text into epoch milliseconds. */
export const InstantInput = z
  .union(
    [z.number(), z.date(), z.string()],
    'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
  )
  .transform((value, context): Instant => {
    const instant =
      typeof value === 'number'
        ? Math.trunc(value)
        : value instanceof Date
          ? value.getTime()
          : parseIso(value.trim());
    const offset = offsetOf(value);
    if (offset !== null && !isOffset(offset)) {
      context.addIssue({
        code: 'custom',
        message:
          'expected an offset that a time zone has: -12:00 to +14:00, in quarters of an hour',
        input: value,
      });
      return z.NEVER;
    }
    if (Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT) return instant;
    context.addIssue({
      code: 'custom',
      message: Number.isFinite(instant)
        ? 'must not be after the year 9999'
        : 'expected a moment that the calendar has, such as 2025-02-03T18:12:00Z',
      input: value,
    });
    return z.NEVER;
  });

/** A moment, or the original text where its meaning depends on the zone: a date without a time, or a text with an offset. */
export type GivenMoment = Instant | string;

const keptInput = () =>
  z
    .union(
      [z.number(), z.date(), z.string()],
      'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
    )
    .transform((value, context): GivenMoment => {
      const parsed = InstantInput.safeParse(value);
      if (!parsed.success) {
        context.addIssue({
          code: 'custom',
          message: parsed.error.issues[0]?.message ?? 'expected a moment',
          input: value,
        });
        return z.NEVER;
      }
      const isKept = offsetOf(value) !== null || datedPeriod(value) !== null;
      return typeof value === 'string' && isKept ? value.trim() : parsed.data;
    });

/**
 * A bound of a time range, or a reference time. `2026-03-31` is that day in the bank's time zone, which is not known
 * yet: `memory-times.ts` resolves it.
 */
export const BoundInput = keptInput();

/** A time by somebody's clock: its offset determines the local day, else the bank's time zone does. */
export const ClockInput = keptInput();

/** NaN unless it is ISO 8601 and the day exists: `Date.parse` would guess at other formats and turn 31 June into 1 July. */
function parseIso(text: string): number {
  const date = /^(?:\d{4}|[+-]\d{6})(?:-(\d{2})(?:-(\d{2}))?)?(?=$|[T ])/i.exec(text);
  if (date === null) return Number.NaN;
  const [day, , dayOfMonth = '01'] = date;
  if (new Date(Date.parse(day)).getUTCDate() !== Number(dayOfMonth)) return Number.NaN;
  return Date.parse(withZone(text));
}

/** A time without a zone is read as UTC, so that the same input means the same on every machine. */
function withZone(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text.trim())
    ? `${text.trim().replace(' ', 'T')}Z`
    : text;
}
