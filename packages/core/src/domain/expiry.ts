import { z } from 'zod';
import { MnemeError } from './errors.js';
import { endIn } from './occurrence.js';
import { BoundInput, type GivenMoment } from './instant-input.js';
import { DAY, HOUR, type Instant, isoSecond, MINUTE, type OffsetAt } from './time.js';
import { RESERVED_TAGS } from './scope.js';

/** Prefix of the tag with a memory's expiry. It is the first of its memory's tags, so that stores find it by sort order. */
export const EXPIRY_TAG = `${RESERVED_TAGS}expires:`;

/** Given instead of a moment: it never expires. */
const NEVER = 'never';

/** A moment, or `never`; a day alone includes the whole day in the bank's time zone. */
export const ExpiryInput = z
  .union(
    [z.number(), z.date(), z.string()],
    'expected a moment: ISO 8601 text, epoch milliseconds or a Date, or never',
  )
  .transform((value, context): GivenMoment | typeof NEVER => {
    if (typeof value === 'string' && value.trim().toLowerCase() === NEVER) return NEVER;
    const parsed = BoundInput.safeParse(value);
    if (parsed.success) return parsed.data;
    const said = parsed.error.issues[0]?.message ?? 'expected a moment';
    context.addIssue({ code: 'custom', message: `${said}, or never`, input: value });
    return z.NEVER;
  });

/** In seconds. */
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: MINUTE / 1_000,
  h: HOUR / 1_000,
  d: DAY / 1_000,
  w: (7 * DAY) / 1_000,
};
const UNIT_NAMES =
  /^(\d{1,12})\s?(s|m|h|d|w|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?|weeks?)?$/;
/** Units without a fixed length; a capital M is a month, as in other notations. */
const MONTHS = /^\d{1,12}\s?M$/;
const CALENDAR = /^\d{1,12}\s?(?:mo|mon|mth|month|q|quarter|y|yr|year)s?$/i;
/** The longest time to live: a hundred years. */
const MAX_TTL = (36_525 * DAY) / 1_000;

/** Parses `90` or `"90s"` (seconds), `15m`, `12h`, `30d`, `2w` into seconds. */
export const TtlInput = z
  .union([z.number(), z.string()], 'expected a time to live: seconds, or a text such as 12h or 30d')
  .transform((value, context): number => {
    const length = typeof value === 'number' ? value : readLength(value.trim());
    const refuse = (message: string): never => {
      context.addIssue({ code: 'custom', message, input: value });
      return z.NEVER;
    };
    if (typeof value === 'string' && isCalendar(value.trim()))
      return refuse(
        'a month or a year has no fixed length: give days, such as 30d or 365d, or expiresAt; a minute is 1m',
      );
    if (!Number.isFinite(length))
      return refuse('expected a time to live: seconds, or a text such as 90s, 15m, 12h, 30d, 2w');
    if (length < 1) return refuse('a time to live is at least a second');
    if (length > MAX_TTL) return refuse('a time to live is at most 100 years');
    return length;
  });

const isCalendar = (text: string): boolean => MONTHS.test(text) || CALENDAR.test(text);

function readLength(text: string): number {
  // Negative numbers are parsed, so that the error says "too short" instead of "unreadable".
  if (/^-\d{1,12}$/.test(text)) return Number(text);
  const [, digits, unit = 's'] = UNIT_NAMES.exec(text.toLowerCase()) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * (UNITS[unit.charAt(0)] ?? Number.NaN);
}

interface Ending {
  readonly expiresAt?: GivenMoment | typeof NEVER | undefined;
  readonly ttl?: number | undefined;
}

/** When what is remembered expires; null for never, undefined if unspecified. Throws `invalid_input` for a moment in the past. */
export function requestedExpiry(
  { expiresAt: given, ttl }: Ending,
  now: Instant,
  path: string,
  offset: OffsetAt,
): Instant | null | undefined {
  if (ttl !== undefined) return now + Math.round(ttl * 1_000);
  if (given === undefined || given === NEVER) return given === undefined ? undefined : null;
  const expiresAt = endIn(given, offset);
  if (expiresAt > now) return expiresAt;
  throw new MnemeError(
    'invalid_input',
    `${path}.expiresAt: ${isoSecond(expiresAt)} is past; it is ${isoSecond(now)} now.`,
    {
      field: `${path}.expiresAt`,
      value: new Date(expiresAt).toISOString(),
      hint: 'Give a moment to come, or leave out what is of no use any more.',
    },
  );
}

/** A memory's expiry, read from its tags; null if it never expires. */
export function expiryOf(tags: readonly string[]): Instant | null {
  const tag = tags.find((each) => each.startsWith(EXPIRY_TAG));
  const at = tag === undefined ? Number.NaN : Date.parse(tag.slice(EXPIRY_TAG.length));
  return Number.isNaN(at) ? null : at;
}

/** The tags with the expiry `at`, or with none if it is null. */
export function withExpiry(tags: readonly string[], at: Instant | null): readonly string[] {
  const others = tags.filter((tag) => !tag.startsWith(EXPIRY_TAG));
  return at === null ? others : [expiryTag(at), ...others];
}

/** Sorts chronologically: ISO 8601 in UTC, of fixed length. */
export const expiryTag = (at: Instant): string => `${EXPIRY_TAG}${new Date(at).toISOString()}`;

/** The latest of several; null (never) if any of them is. */
export function lastExpiry(all: readonly (Instant | null)[]): Instant | null {
  return all.includes(null) ? null : Math.max(...(all as readonly Instant[]));
}

interface Expiring {
  readonly tags: readonly string[];
  readonly retractedAt: Instant | null;
}

/** Whether it has expired at that moment. */
export function hasExpired({ tags }: Pick<Expiring, 'tags'>, now: Instant): boolean {
  const at = expiryOf(tags);
  return at !== null && at <= now;
}

/** A memory that a person restores after its expiry loses the expiry, so that it stays. */
export function withoutPastExpiry<Kept extends Expiring>(memory: Kept, now: Instant): Kept {
  return memory.retractedAt === null && hasExpired(memory, now)
    ? { ...memory, tags: withExpiry(memory.tags, null) }
    : memory;
}
