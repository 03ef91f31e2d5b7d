import type { GivenMoment } from './instant-input.js';
import type { Memory } from './memory.js';
import {
  datedPeriod,
  DAY,
  type Instant,
  instantAt,
  LARGEST_OFFSET,
  type OffsetAt,
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
export const endIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  momentIn(given, offset, ({ to }) => to);

/** The last moment of a day, month or year in local time; used as a reference time. */
export const lastIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  datedPeriod(given) === null ? startIn(given, offset) : endIn(given, offset) - 1;

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
