import type { Occurrence } from './day-bounds.js';
import { isWithin } from './day-bounds.js';
import type { Memory } from './memory.js';
import { DAY, type Instant } from './time.js';
import { LARGEST_OFFSET } from './zone.js';

/** What of a memory says when it was told. */
export type Telling = Pick<
  Memory,
  'saidAt' | 'occurredFrom' | 'occurredTo' | 'dates' | 'provenance'
>;

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
