import { isToldIn, isWithin } from '../domain/occurrence.js';
import type { MemoryId } from '../domain/ids.js';
import type { Filter } from '../ports/store.js';
import type { BankIndex } from './bank-index.js';

/** Whether a slot may be found. */
export type Accept = (slot: number) => boolean;

/** Accepts everything; searches that recognise it need not call it per slot. */
export const ACCEPT_ALL: Accept = () => true;

/** The parts of a filter that the index can decide, and the memories that match the rest. */
export interface IndexFilter extends Omit<
  Filter,
  'metadata' | 'withoutTag' | 'onlyRetracted' | 'newestFirst'
> {
  readonly among?: ReadonlySet<MemoryId>;
}

/**
 * A filter as a predicate on slots. `asOf` uses the time of recording; the past versions themselves are read from the
 * store.
 */
export function acceptor(index: BankIndex, filter: IndexFilter): Accept {
  const tests: Accept[] = [];
  const { asOf } = filter;
  if (asOf !== undefined) tests.push((slot) => index.recordedAt.get(slot) <= asOf);
  else if (filter.includeRetracted !== true && index.live < index.size)
    tests.push((slot) => index.isLive(slot));
  if (filter.kinds !== undefined) {
    const kinds = new Set(filter.kinds);
    tests.push((slot) => kinds.has(index.kind(slot)));
  }
  if (filter.speaker !== undefined) tests.push(saidBy([filter.speaker], index));
  if (filter.speakers !== undefined) tests.push(saidBy(filter.speakers, index));
  if (filter.exceptSpeakers !== undefined) {
    const isTheirs = saidBy(filter.exceptSpeakers, index);
    tests.push((slot) => !isTheirs(slot));
  }
  if (filter.session !== undefined) {
    const session = index.sessions.find(filter.session);
    tests.push((slot) => session >= 0 && index.session(slot) === session);
  }
  if (filter.minConfidence !== undefined) {
    const least = filter.minConfidence;
    tests.push((slot) => index.confidence.get(slot) >= least);
  }
  if (filter.occurred !== undefined) {
    const { occurred } = filter;
    tests.push(
      (slot) =>
        isWithin(
          { occurredFrom: index.occurredFrom.get(slot), occurredTo: index.occurredTo.get(slot) },
          occurred,
        ) ||
        (occurred.retold === true && isToldIn(index.retold.get(slot) ?? [], occurred)),
    );
  }
  for (const tag of filter.tags ?? []) tests.push((slot) => index.tags(slot).includes(tag));
  const { among } = filter;
  if (among !== undefined) tests.push((slot) => among.has(index.id(slot)));
  const [only] = tests;
  if (only === undefined) return ACCEPT_ALL;
  return tests.length === 1 ? only : (slot) => tests.every((test) => test(slot));
}

function saidBy(names: readonly string[], index: BankIndex): Accept {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const speakers = new Set(
    index.speakers
      .all()
      .flatMap((name, number) => (wanted.has(name.toLowerCase()) ? [number] : [])),
  );
  return (slot) => speakers.has(index.speaker(slot));
}
