import { z } from 'zod';
import { datedPeriod, type Instant, isOffset, offsetOf } from './time.js';

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
 * yet: `day-bounds.ts` resolves it.
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
