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

/** A moment as given; where it is a date alone, the moment of its day, month or year that `of` tells, on that clock. */
function momentIn(given: GivenMoment, offset: OffsetAt, of: (period: Period) => Instant): Instant {
  const period = datedPeriod(given);
  return period === null ? new Date(given).getTime() : instantAt(of(period), offset);
}

/** The moment a day, month or year begins where that clock is; any other moment is itself. */
export const startIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  momentIn(given, offset, ({ from }) => from);

/** The moment at which a day, month or year is over there, which does not belong to it. */
export const endIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  momentIn(given, offset, ({ to }) => to);

/** The last moment of a day, month or year there: what to look back from. */
export const lastIn = (given: GivenMoment, offset: OffsetAt): Instant =>
  datedPeriod(given) === null ? startIn(given, offset) : endIn(given, offset) - 1;

/** A stretch of time as a filter has it. */
export interface Stretch {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** When something happened that is asked for: moments, and beside them the calendar's days where the two differ. */
export interface Occurrence extends Stretch {
  /** For what the calendar dates, which is written as UTC. */
  readonly dated?: Stretch;
  /** Whether a time at which a memory was told again will do. */
  readonly retold?: true;
}

/** A moment as given; a date alone as the calendar has it, the same everywhere and written as UTC. */
export const onCalendar = (given: GivenMoment): Instant => startIn(given, () => 0);

/** Bounds as a request names them: from and to may be one day, which is the whole of it. */
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

/** A request with its bounds as moments, once it is known whose days they are. */
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

/** The stretch in which something happened that is asked for; undefined where any time is as good. */
export function occurrenceIn(
  { from, to }: Pick<GivenBounds, 'from' | 'to'>,
  offset: OffsetAt,
): Occurrence | undefined {
  if (from === undefined && to === undefined) return undefined;
  const on = (clock: OffsetAt): Stretch => ({
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

/** Whether it happened at a moment: what is longer was read off a calendar, and is written as UTC. */
export const isMoment = ({ occurredFrom, occurredTo }: Happening): boolean =>
  occurredTo - occurredFrom <= 1;

/** Whether something happened within what is asked for. */
export function isWithin(happening: Happening, occurrence: Occurrence): boolean {
  const { from = -Infinity, to = Infinity } =
    occurrence.dated === undefined || isMoment(happening) ? occurrence : occurrence.dated;
  return happening.occurredTo > from && happening.occurredFrom < to;
}

/** What of a memory says when it was told. */
type Telling = Pick<Memory, 'saidAt' | 'occurredFrom' | 'occurredTo' | 'dates' | 'provenance'>;

/**
 * When a memory was told again, ascending: what happened then is all that is known of it, so each telling is
 * a time of its own. None where its text, or whoever told it, names when it was.
 */
export function retellingsOf(memory: Telling): readonly Instant[] {
  const { saidAt, provenance, dates } = memory;
  if (provenance.length < 2 || dates.some(({ recurring }) => !recurring)) return [];
  if (!happenedAsTold(memory)) return [];
  const moments = new Set(provenance.map((evidence) => evidence.saidAt));
  moments.delete(saidAt);
  return [...moments].sort((one, other) => one - other);
}

/** Of the day on which it was told, wherever that was. */
const happenedAsTold = ({ saidAt, occurredFrom, occurredTo }: Telling): boolean =>
  Math.abs(occurredFrom - saidAt) <= LARGEST_OFFSET && occurredTo - occurredFrom <= DAY;

/** Whether one of these moments lies in what is asked for. */
export const isToldIn = (moments: readonly Instant[], occurrence: Occurrence): boolean =>
  moments.some((at) => isWithin({ occurredFrom: at, occurredTo: at + 1 }, occurrence));

/** The same as a part of what an index keeps. */
export function retoldOf(memory: Telling): { readonly retold?: readonly Instant[] } {
  const retold = retellingsOf(memory);
  return retold.length === 0 ? {} : { retold };
}
