import { isMoment } from '../../domain/memory-times.js';
import { DAY, LARGEST_OFFSET, type OffsetAt, type Period } from '../../domain/time.js';
import type { Accept } from '../../indexes/index-lookups.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { type Candidate, PATH_LIMIT, topSlots } from '../candidate.js';
import { constrained, type Ranked } from '../ranking/score.js';
import type { Understanding } from '../understand.js';

const NEVER: readonly number[] = [];

/** Something said within these days of a period is probably about it. */
const ABOUT = 10 * DAY;

/**
 * What happened in, or was said about, a period that the query names; without a period but with a word such as
 * "latest", what matches the query's words, newest first. `matched` are slots with any word of the query.
 */
export function temporalPath(
  index: BankIndex,
  understanding: Understanding,
  matched: ArrayLike<number>,
  matchedCount: number,
  accepts: Accept,
): Candidate[] {
  if (understanding.periods.length > 0) return within(index, understanding, accepts);
  return understanding.wanted.recent ? newest(index, matched, matchedCount, accepts) : [];
}

function within(
  index: BankIndex,
  { periods, offset }: Understanding,
  accepts: Accept,
): Candidate[] {
  const near = index.times.within(periods.map(reach));
  const slots: number[] = [];
  const scores: number[] = [];
  const count = near?.length ?? index.size;
  for (let at = 0; at < count; at++) {
    const slot = near?.[at] ?? at;
    let score = 0;
    for (const period of periods) score = Math.max(score, periodFit(index, slot, period, offset));
    if (score <= 0 || !accepts(slot)) continue;
    slots.push(slot);
    scores.push(Math.fround(score));
  }
  // Slots ascend, so that a lower place is a lower slot.
  const places = slots.map((_, place) => place);
  return topSlots(places, places.length, scores, PATH_LIMIT).map((place) => ({
    slot: slots[place] ?? 0,
    score: scores[place] ?? 0,
  }));
}

/** The range of times in which a memory that fits the period was said or its event happened, for any UTC offset. */
function reach({ from, to }: Period): { from: number; to: number } {
  return { from: from - LARGEST_OFFSET, to: to + LARGEST_OFFSET + ABOUT };
}

interface Times {
  readonly said: number;
  readonly from: number;
  readonly to: number;
}

/**
 * When a memory was said and happened, in the asker's local time, which is `offset` ahead of UTC at that moment. A
 * date in a text is already in its speaker's local time.
 */
export function timesOf(
  { saidAt, occurredFrom, occurredTo }: BankIndex,
  slot: number,
  offset: OffsetAt,
): Times {
  const [at, from] = [saidAt.get(slot), occurredFrom.get(slot)];
  const ahead = offset(at);
  const to = occurredTo.get(slot);
  const undated = isMoment({ occurredFrom: from, occurredTo: to }) ? offset(from) : 0;
  return { said: at + ahead, from: from + undated, to: to + undated };
}

/** The same for a time that it was repeated, since each counts as another occurrence. */
function timesAgain(at: number, offset: OffsetAt): Times {
  const said = at + offset(at);
  return { said, from: said, to: said + 1 };
}

/** Whether it was said in a period, or is about it. */
export function liesIn(slot: number, period: Period, offset: OffsetAt, index: BankIndex): boolean {
  const lies = ({ said, from, to }: Times): boolean =>
    (said >= period.from && said < period.to) || (from < period.to && to > period.from);
  return (
    lies(timesOf(index, slot, offset)) ||
    index.retold.get(slot)?.some((at) => lies(timesAgain(at, offset))) === true
  );
}

/** 1 for what happened within the period, less for what overlaps it or was said in or soon after it, else 0. */
export function periodFit(
  index: BankIndex,
  slot: number,
  period: Period,
  offset: OffsetAt,
): number {
  let best = Math.max(0, fitOf(timesOf(index, slot, offset), period));
  for (const at of index.retold.get(slot) ?? NEVER)
    best = Math.max(best, fitOf(timesAgain(at, offset), period));
  return best;
}

function fitOf({ said, from, to }: Times, period: Period): number {
  if (from < period.to && to > period.from) {
    const shared = Math.min(to, period.to) - Math.max(from, period.from);
    return 0.6 + 0.4 * (shared / Math.max(1, to - from));
  }
  if (said >= period.from && said < period.to) return 0.5;
  return said >= period.to && said < period.to + ABOUT ? 0.3 * (1 - (said - period.to) / ABOUT) : 0;
}

function newest(
  index: BankIndex,
  matched: ArrayLike<number>,
  count: number,
  accepts: Accept,
): Candidate[] {
  const accepted: number[] = [];
  for (let at = 0; at < count; at++) {
    const slot = matched[at] ?? 0;
    if (accepts(slot)) accepted.push(slot);
  }
  const top = topSlots(accepted, accepted.length, lastTold(index), PATH_LIMIT >> 1);
  return top.map((slot, rank) => ({ slot, score: 1 / (1 + rank) }));
}

/** By slot, when each memory was last said. */
function lastTold({ saidAt, retold }: BankIndex): ArrayLike<number> {
  if (retold.size === 0) return saidAt.data;
  const told = saidAt.data.slice();
  for (const [slot, moments] of retold) told[slot] = Math.max(told[slot] ?? 0, moments.at(-1) ?? 0);
  return told;
}

type Asked = Pick<Understanding, 'periods' | 'offset' | 'wanted'>;

/**
 * A period that the question names determines the order. For what happened in it, memories inside come first; for
 * what was known by then, later ones come last. Within each group, by score.
 */
export function byNamedPeriod(
  ranked: readonly Ranked[],
  asked: Asked,
  index: BankIndex,
): readonly Ranked[] {
  const { periods, offset, wanted } = asked;
  if (periods.length === 0) return ranked;
  const first = wanted.happenings
    ? ({ slot }: Ranked): boolean => liesInAny(slot, asked, index)
    : wanted.knownThen
      ? ({ slot }: Ranked): boolean =>
          periods.some(({ to }) => timesOf(index, slot, offset).said < to)
      : null;
  if (first === null) return ranked;
  const leading = ranked.filter(first);
  return leading.length === 0 || leading.length === ranked.length
    ? ranked
    : constrained([...leading, ...ranked.filter((result) => !first(result))], 'namedPeriod');
}

/** Whether it asks what happened in a period that none of the results belongs to. */
export function missesNamedPeriod(
  results: readonly Pick<Ranked, 'slot'>[],
  asked: Asked,
  index: BankIndex,
): boolean {
  return (
    asked.wanted.happenings &&
    asked.periods.length > 0 &&
    !results.some(({ slot }) => liesInAny(slot, asked, index))
  );
}

const liesInAny = (slot: number, { periods, offset }: Asked, index: BankIndex): boolean =>
  periods.some((period) => liesIn(slot, period, offset, index));
