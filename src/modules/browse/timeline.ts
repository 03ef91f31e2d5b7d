import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { InstantInput } from '../../domain/input.js';
import type { MemoryId } from '../../domain/ids.js';
import { Memory, MemoryKind } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { Instant } from '../../domain/time.js';
import { OwnText } from '../../domain/texts.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Store } from '../../ports/store.js';
import type { OpenBank } from '../../bank/core.js';
import { newestFirst, type Cursor } from './newest-first.js';

/** `occurred`: when it was true or happened; `recorded`: when the bank learned it. */
export const TIMELINE_CLOCKS = ['occurred', 'recorded'] as const;

export const TimelineInput = z.strictObject({
  clock: z
    .enum(TIMELINE_CLOCKS)
    .default('occurred')
    .describe('occurred: when it happened or was true; recorded: when the bank learned it.'),
  from: InstantInput.optional().describe('Only at or after this moment, by that clock.'),
  to: InstantInput.optional().describe('Only before this moment, by that clock.'),
  asOf: InstantInput.optional().describe('What the bank held at that moment. Default: now.'),
  kinds: z.array(MemoryKind).min(1).optional().describe('Only these kinds.'),
  speaker: z.string().trim().min(1).max(200).optional().describe('Only what this person said.'),
  buckets: z
    .int()
    .min(1, 'must be 1 to 400')
    .max(400, 'must be 1 to 400')
    .default(60)
    .describe('Stretches of equal length that are counted.'),
  limit: z
    .int()
    .min(0, 'must be 0 to 200')
    .max(200, 'must be 0 to 200')
    .default(20)
    .describe('Memories a page, newest first.'),
  after: z.string().max(60).optional().describe('`next` of the page before.'),
});
export type TimelineInput = z.input<typeof TimelineInput>;

const timelineShape = z.strictObject({
  clock: z.enum(TIMELINE_CLOCKS),
  /** The stretch that is counted: what was asked for, else from the first to the last memory; null where there is none. */
  span: z.strictObject({ from: Instant, to: Instant }).nullable(),
  /** Memories in each of equal stretches of the span, the earliest first. */
  counts: z.array(z.number()),
  total: z.number(),
  /** The newest by that clock. */
  memories: z.array(Memory),
  /** Goes into the next call's `after`; null at the end. */
  next: OwnText.nullable(),
});
export interface Timeline extends Of<typeof timelineShape> {}
export const Timeline: SchemaOf<Timeline, typeof timelineShape> = timelineShape;

/** How a bank's memories lie in time, and the newest of them, by one of two clocks. Counts are read off the index alone. */
export async function readTimeline(
  raw: unknown,
  { name, state }: OpenBank,
  store: Store,
): Promise<Timeline> {
  const input = parseInput(TimelineInput, raw, 'timeline');
  await state.follow();
  const { index } = state;
  const moments = index[input.clock === 'occurred' ? 'occurredFrom' : 'recordedAt'];
  const admits = admitting(input, index);
  const slots: number[] = [];
  let [first, last] = [Infinity, -Infinity];
  for (let slot = 0; slot < index.size; slot++) {
    const at = moments.get(slot);
    if (at < (input.from ?? -Infinity) || at >= (input.to ?? Infinity) || !admits(slot)) continue;
    slots.push(slot);
    if (at < first) first = at;
    if (at > last) last = at;
  }
  if (slots.length === 0)
    return { clock: input.clock, span: null, counts: [], total: 0, memories: [], next: null };
  // The end of a stretch does not belong to it.
  const span = { from: input.from ?? first, to: input.to ?? last + 1 };
  const at = (slot: number): number => moments.get(slot);
  const page = newestFirst(slots, at, input.limit, cursorOf(input.after));
  const ids = page.map((slot) => index.id(slot));
  const end = page.at(-1);
  return {
    clock: input.clock,
    span,
    counts: countEach(slots, at, span, input.buckets),
    total: slots.length,
    memories: await load(ids),
    next:
      end === undefined || page.length < input.limit
        ? null
        : `${moments.get(end)}.${index.id(end)}`,
  };

  function load(wanted: readonly MemoryId[]): Promise<readonly Memory[]> {
    return input.asOf === undefined
      ? state.memories.get(wanted)
      : store.get(name, wanted, input.asOf);
  }

  function cursorOf(after: string | undefined): Cursor | null {
    if (after === undefined) return null;
    const [, moment = '', id = ''] = /^(-?\d{1,16}(?:\.\d{1,6})?)\.(m_\w{1,40})$/.exec(after) ?? [];
    const slot = index.slot(id as MemoryId);
    if (moment !== '' && slot >= 0) return { at: Number(moment), slot };
    throw new MnemeError('invalid_input', 'after: this page does not follow any.', {
      field: 'after',
      value: after,
      hint: 'Take `next` of the page before, or leave it out.',
    });
  }
}

/** Whether a memory is asked for, the clock left out. */
function admitting(
  { asOf, kinds, speaker }: z.output<typeof TimelineInput>,
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
