import { z } from 'zod';
import { MnemeError } from './errors.js';
import { RESERVED_TAGS } from './ids.js';
import type { Memory } from './memory.js';
import {
  BoundInput,
  clockAt,
  datedPeriod,
  DAY,
  type GivenMoment,
  HOUR,
  type Instant,
  instantAt,
  isoSecond,
  LARGEST_OFFSET,
  MINUTE,
  type OffsetAt,
  offsetsOf,
  type Period,
} from './time.js';

/** A moment as given; of a date without a time, the moment that `of` picks from its period, in local time. */
function momentIn(given: GivenMoment, offset: OffsetAt, of: (period: Period) => Instant): Instant {
  const period = datedPeriod(given);
  return period === null ? new Date(given).getTime() : instantAt(of(period), offset);
}

/** The start of a day, month or year in local time; any other moment unchanged. */
export const startIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  momentIn(given, offset, ({ from }) => from);

/** The exclusive end of a day, month or year in local time. */
const endIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  momentIn(given, offset, ({ to }) => to);

/** The last moment of a day, month or year in local time; used as a reference time. */
export const lastIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  datedPeriod(given) === null ? startIn(given, offset) : endIn(given, offset) - 1;

/** When a question is asked, and by which clock: the given moment's own offset, else the bank's zone. */
export function askedAt(
  given: GivenMoment | undefined,
  zone: string,
  present: Instant,
): { readonly now: Instant; readonly offset: OffsetAt } {
  const now = given === undefined ? present : startIn(given, offsetsOf(zone));
  return { now, offset: clockAt(now, given, zone) };
}

/** A time range of a filter, half-open. */
export interface TimeRange {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** The requested time of occurrence: moments, and the calendar days if those differ. */
export interface Occurrence extends TimeRange {
  /** For calendar dates, which are stored as UTC. */
  readonly dated?: TimeRange;
  /** Whether the time of a later restatement counts, too. */
  readonly retold?: true;
}

/** A moment as given; a date without a time as the calendar day, which is stored as UTC in every zone. */
export const onCalendar = (given: GivenMoment): Instant => startIn(given, () => 0);

/** Bounds of a request; the same day as from and to means the whole day. */
interface GivenBounds {
  readonly from?: GivenMoment | undefined;
  readonly to?: GivenMoment | undefined;
  readonly since?: GivenMoment | undefined;
  readonly asOf?: GivenMoment | undefined;
}

/** A request whose bounds are moments. */
export type Bounded<Asked> = {
  [Name in keyof Asked]: Name extends keyof GivenBounds
    ? Exclude<Asked[Name], string>
    : Asked[Name];
};

const BOUNDS = { from: startIn, to: endIn, since: startIn, asOf: lastIn } as const;

/** A request with its bounds as moments, by the offset of the bank's time zone. */
export function boundedIn<Asked extends GivenBounds>(
  asked: Asked,
  offset: OffsetAt,
): Bounded<Asked> {
  const bounds = (Object.keys(BOUNDS) as (keyof GivenBounds)[]).flatMap((name) => {
    const given = asked[name];
    return given === undefined ? [] : [[name, BOUNDS[name](given, offset)] as const];
  });
  return (
    bounds.length === 0 ? asked : { ...asked, ...Object.fromEntries(bounds) }
  ) as Bounded<Asked>;
}

/** The requested time of occurrence; undefined if any time will do. */
export function occurrenceIn(
  { from, to }: Pick<GivenBounds, 'from' | 'to'>,
  offset: OffsetAt,
): Occurrence | undefined {
  if (from === undefined && to === undefined) return undefined;
  const on = (clock: OffsetAt): TimeRange => ({
    ...(from === undefined ? {} : { from: startIn(from, clock) }),
    ...(to === undefined ? {} : { to: endIn(to, clock) }),
  });
  const [moments, dated] = [on(offset), on(() => 0)];
  return moments.from === dated.from && moments.to === dated.to ? moments : { ...moments, dated };
}

interface Happening {
  readonly occurredFrom: Instant;
  readonly occurredTo: Instant;
}

/** Whether it happened at a moment; longer periods come from calendar dates and are stored as UTC. */
export const isMoment = ({ occurredFrom, occurredTo }: Happening): boolean =>
  occurredTo - occurredFrom <= 1;

/** Whether something happened within the requested time. */
export function isWithin(happening: Happening, occurrence: Occurrence): boolean {
  const { from = -Infinity, to = Infinity } =
    occurrence.dated === undefined || isMoment(happening) ? occurrence : occurrence.dated;
  return happening.occurredTo > from && happening.occurredFrom < to;
}

/** The fields of a memory that say when it was stated. */
type Telling = Pick<Memory, 'saidAt' | 'occurredFrom' | 'occurredTo' | 'dates' | 'provenance'>;

/**
 * When a memory was stated again, ascending. Each restatement counts as another occurrence, unless the text or its
 * speaker dates the event: then there are none.
 */
export function restatementsOf(memory: Telling): readonly Instant[] {
  const { saidAt, provenance, dates } = memory;
  if (provenance.length < 2 || dates.some(({ recurring }) => !recurring)) return [];
  if (!happenedAsTold(memory)) return [];
  const moments = new Set(provenance.map((evidence) => evidence.saidAt));
  moments.delete(saidAt);
  return [...moments].sort((one, other) => one - other);
}

/** Whether it is dated by nothing but the day on which it was stated, in whatever zone. */
const happenedAsTold = ({ saidAt, occurredFrom, occurredTo }: Telling): boolean =>
  Math.abs(occurredFrom - saidAt) <= LARGEST_OFFSET && occurredTo - occurredFrom <= DAY;

/** Whether one of these moments lies within the requested time. */
export const isToldIn = (moments: readonly Instant[], occurrence: Occurrence): boolean =>
  moments.some((at) => isWithin({ occurredFrom: at, occurredTo: at + 1 }, occurrence));

/** The same as a part of an index entry. */
export function retoldOf(memory: Telling): { readonly retold?: readonly Instant[] } {
  const retold = restatementsOf(memory);
  return retold.length === 0 ? {} : { retold };
}

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
