import { z } from 'zod';
import { datedPeriod, type Instant, type Period } from './time.js';
import { isOffset, offsetOf } from './zone.js';

/** The end of the year 9999: what a text says relative to a moment ("in ten years") must lie within the calendar, too. */
export const LAST_INSTANT = 253_402_300_799_999;

/** Accepts epoch milliseconds, a Date, or an ISO 8601 text; gives epoch milliseconds. */
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

/** Where a date without a time of day is given, `of` tells the moment of its day, month or year that is meant. */
const boundInput = (of: (period: Period) => Instant) =>
  z
    .union(
      [z.number(), z.date(), z.string()],
      'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
    )
    .transform((value, context): Instant => {
      const parsed = InstantInput.safeParse(value);
      if (!parsed.success) {
        context.addIssue({
          code: 'custom',
          message: parsed.error.issues[0]?.message ?? 'expected a moment',
          input: value,
        });
        return z.NEVER;
      }
      const period = datedPeriod(value);
      return period === null ? parsed.data : of(period);
    });

/** The end of a stretch, which does not belong to it: `2026-03-31` is the whole of that day, so that from and to may be one day. */
export const EndInput = boundInput(({ to }) => to);

/** A moment to look back from: `2026-03-31` is that day as it ended. */
export const AsOfInput = boundInput(({ to }) => to - 1);

/** A moment of somebody's clock: where it names an offset it stays as it was given, as the offset tells whose day it is. */
export const ClockInput = z
  .union(
    [z.number(), z.date(), z.string()],
    'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
  )
  .transform((value, context): Instant | string => {
    const parsed = InstantInput.safeParse(value);
    if (!parsed.success) {
      context.addIssue({
        code: 'custom',
        message: parsed.error.issues[0]?.message ?? 'expected a moment',
        input: value,
      });
      return z.NEVER;
    }
    return typeof value === 'string' && offsetOf(value) !== null ? value.trim() : parsed.data;
  });

/** The moment that a parsed {@link ClockInput} means. */
export const instantOf = (clock: Instant | string): Instant => new Date(clock).getTime();

/** NaN for what is no ISO 8601 text, and for a day that its month does not have: the platform would guess at the one and count on from the other. */
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
