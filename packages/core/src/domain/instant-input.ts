import { z } from 'zod';
import { datedPeriod, type Instant, isOffset, offsetOf } from './time.js';

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

/** A moment, or as it was given where its place decides: a date without a time of day, or a text that names an offset. */
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
 * A bound of a stretch of time, or a moment to look back from. `2026-03-31` is that day where the bank is,
 * which is not known yet: what it means tells `day-bounds.ts`.
 */
export const BoundInput = keptInput();

/** A moment of somebody's clock: an offset tells whose day it is, else the bank's time zone does. */
export const ClockInput = keptInput();

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
