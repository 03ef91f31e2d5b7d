import { z } from 'zod';
import type { OpenBank } from '../../bank/core.js';
import { type SortKey, parsePageRequest } from '../../bank/pages.js';
import type { MemoryId } from '../../domain/ids.js';
import { BoundInput, parseInput } from '../../domain/input.js';
import { Memory, MemoryKind } from '../../domain/memory.js';
import {
  type Bounded,
  boundedIn,
  isMoment,
  isToldIn,
  type TimeRange,
} from '../../domain/memory-times.js';
import {
  type Of,
  OldCursor,
  pageInput,
  pageOutput,
  type SchemaOf,
  textUpTo,
  wholeNumber,
} from '../../domain/schema.js';
import { Instant, instantAt, type OffsetAt } from '../../domain/time.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Store } from '../../ports/store.js';

/** Position of a page's last item: what follows is older, or as old with a lower slot. */
interface Cursor {
  readonly at: number;
  readonly slot: number;
}

/** Histogram bins of the first pass; only items of the newest bins are sorted. */
const BINS = 1_024;

/** The `limit` newest slots after a cursor, newest first; ties by the higher slot. Linear in the number of slots. */
export function newestFirst(
  slots: readonly number[],
  at: (slot: number) => number,
  limit: number,
  after: Cursor | null,
): number[] {
  const wanted =
    after === null
      ? slots
      : slots.filter((slot) => at(slot) < after.at || (at(slot) === after.at && slot < after.slot));
  const floor = wanted.length <= limit ? -Infinity : lowestWanted(wanted, at, limit);
  return wanted
    .filter((slot) => at(slot) >= floor)
    .sort((a, b) => at(b) - at(a) || b - a)
    .slice(0, limit);
}

/** A lower bound in time with at least `limit` items above it, usually few more. */
function lowestWanted(
  slots: readonly number[],
  at: (slot: number) => number,
  limit: number,
): number {
  let [first, last] = [Infinity, -Infinity];
  for (const slot of slots) {
    first = Math.min(first, at(slot));
    last = Math.max(last, at(slot));
  }
  const width = (last - first) / BINS || 1;
  const counts = new Int32Array(BINS + 1);
  for (const slot of slots) {
    const bin = Math.floor((at(slot) - first) / width);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let bin = BINS;
  for (let seen = counts[bin] ?? 0; bin > 0 && seen < limit; seen += counts[bin] ?? 0) bin--;
  return first + bin * width - width;
}

/** `occurred`: when it happened or was true; `recorded`: when the bank learned it. */
const TIMELINE_CLOCKS = ['occurred', 'recorded'] as const;

export const TimelineInput = z.strictObject({
  clock: z
    .enum(TIMELINE_CLOCKS)
    .default('occurred')
    .describe('occurred: when it happened or was true; recorded: when the bank learned it.'),
  from: BoundInput.optional().describe('Only at or after this moment, by that clock.'),
  to: BoundInput.optional().describe(
    'Only before this moment, by that clock; a day is its whole day.',
  ),
  asOf: BoundInput.optional().describe('What the bank held at that moment. Default: now.'),
  kinds: z.array(MemoryKind).min(1).optional().describe('Only these kinds.'),
  speaker: textUpTo(200).optional().describe('Only what this person said.'),
  buckets: wholeNumber(1, 400).default(60).describe('Stretches of equal length that are counted.'),
  limit: wholeNumber(0, 200).default(20).describe('Memories a page, newest first.'),
  cursor: pageInput('', 1, 1).cursor,
  after: OldCursor,
});
export type TimelineInput = z.input<typeof TimelineInput>;
type ParsedInput = z.output<typeof TimelineInput>;

const timelineShape = z.strictObject({
  clock: z.enum(TIMELINE_CLOCKS),
  /** The counted period: as requested, else from the first to the last memory; null if there are none. */
  span: z.strictObject({ from: Instant, to: Instant }).nullable(),
  /** Memories in each of the equal intervals of the span, earliest first. */
  counts: z.array(z.number()),
  total: z.number(),
  /** The newest by that clock. */
  memories: z.array(Memory),
  ...pageOutput,
});
export interface Timeline extends Of<typeof timelineShape> {}
export const Timeline: SchemaOf<Timeline, typeof timelineShape> = timelineShape;

/**
 * The distribution of a bank's memories over time, and the newest of them, by one of two clocks. Counts come from the
 * index only.
 */
export async function readTimeline(
  raw: unknown,
  { name, state }: OpenBank,
  store: Store,
): Promise<Timeline> {
  const { buckets, ...asked } = parseInput(TimelineInput, raw, 'timeline');
  const walk = parsePageRequest('timeline', name, asked, readOldCursor);
  await state.follow();
  const { index } = state;
  const offset = await bankOffset(name, store);
  const input = boundedIn(asked, offset);
  const at = input.clock === 'occurred' ? happenings(index, offset, input) : recordings(index);
  const admits = admitting(input, index);
  const slots: number[] = [];
  let [first, last] = [Infinity, -Infinity];
  for (let slot = 0; slot < index.size; slot++) {
    const moment = at(slot);
    if (moment < (input.from ?? -Infinity) || moment >= (input.to ?? Infinity)) continue;
    if (!admits(slot)) continue;
    slots.push(slot);
    if (moment < first) first = moment;
    if (moment > last) last = moment;
  }
  if (slots.length === 0)
    return { clock: input.clock, span: null, counts: [], total: 0, memories: [], next: null };
  // The end of a period is exclusive.
  const span = { from: input.from ?? first, to: input.to ?? last + 1 };
  const page = newestFirst(slots, at, input.limit, cursorOf(walk.from));
  const ids = page.map((slot) => index.id(slot));
  const end = page.at(-1);
  return {
    clock: input.clock,
    span,
    counts: countEach(slots, at, span, buckets),
    total: slots.length,
    memories: await load(ids),
    next:
      end === undefined || page.length < input.limit ? null : walk.cursor([at(end), index.id(end)]),
  };

  function load(wanted: readonly MemoryId[]): Promise<readonly Memory[]> {
    return input.asOf === undefined
      ? state.memories.get(wanted)
      : store.get(name, wanted, input.asOf);
  }

  function cursorOf(from: SortKey | null): Cursor | null {
    if (from === null) return null;
    const [moment, id] = from;
    if (typeof moment !== 'number' || typeof id !== 'string') throw walk.foreign();
    const slot = index.slot(id as MemoryId);
    // An erased memory has no slot: the page then continues with everything at its moment.
    return { at: moment, slot: slot < 0 ? index.size : slot };
  }
}

/** Reads the cursor format of earlier versions: a moment and a memory id. */
function readOldCursor(after: string): SortKey | null {
  const [, moment, id] = /^(-?\d{1,16}(?:\.\d{1,6})?)\.(m_\w{1,40})$/.exec(after) ?? [];
  return moment === undefined || id === undefined ? null : [Number(moment), id];
}

/**
 * When each memory happened: calendar dates in the bank's time zone; of memories stated repeatedly, the last time
 * within the bounds.
 */
function happenings(
  index: BankIndex,
  offset: OffsetAt,
  bounds: TimeRange,
): (slot: number) => Instant {
  return (slot) => {
    const again = index.retold.get(slot)?.findLast((at) => isToldIn([at], bounds));
    if (again !== undefined) return again;
    const [occurredFrom, occurredTo] = [index.occurredFrom.get(slot), index.occurredTo.get(slot)];
    return isMoment({ occurredFrom, occurredTo }) ? occurredFrom : instantAt(occurredFrom, offset);
  };
}

const recordings =
  (index: BankIndex) =>
  (slot: number): Instant =>
    index.recordedAt.get(slot);

/** Whether a memory matches the filters other than time. */
function admitting(
  { asOf, kinds, speaker }: Bounded<Pick<ParsedInput, 'asOf' | 'kinds' | 'speaker'>>,
  index: BankIndex,
): (slot: number) => boolean {
  const who = speaker === undefined ? null : index.speakers.find(speaker);
  const stood = (slot: number): boolean =>
    asOf === undefined
      ? index.isLive(slot)
      : index.recordedAt.get(slot) <= asOf && index.retractedAt.get(slot) > asOf;
  return (slot) =>
    stood(slot) &&
    (who === null || index.speaker(slot) === who) &&
    (kinds === undefined || kinds.includes(index.kind(slot)));
}

function countEach(
  slots: readonly number[],
  at: (slot: number) => number,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  buckets: number,
): number[] {
  const counts = new Array<number>(buckets).fill(0);
  const each = (to - from) / buckets;
  for (const slot of slots) {
    const bucket = Math.min(buckets - 1, Math.floor((at(slot) - from) / each));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}
