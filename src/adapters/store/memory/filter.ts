import { isWithin } from '../../../domain/day-bounds.js';
import { isToldIn, retellingsOf } from '../../../domain/retellings.js';
import { meetsMetadata } from '../../../domain/metadata-filter.js';
import type { Memory } from '../../../domain/memory.js';
import type { Filter } from '../../../ports/store.js';
import type { BankData, MemoryRow } from './bank-data.js';

/** Whether a filter matches a memory. `asOf` only narrows here: the memory's past version is evaluated afterwards. */
export function matcher(filter: Filter): (memory: Memory) => boolean {
  const tests: ((memory: Memory) => boolean)[] = [standing(filter)];
  const folded = (name: string | null): string | undefined => name?.toLowerCase();
  const {
    kinds,
    speaker,
    speakers,
    exceptSpeakers,
    session,
    minConfidence,
    occurred,
    tags,
    withoutTag,
    metadata,
  } = filter;
  if (kinds !== undefined) tests.push(({ kind }) => kinds.includes(kind));
  for (const asked of [speaker === undefined ? undefined : [speaker], speakers]) {
    if (asked === undefined) continue;
    const names = new Set(asked.map(folded));
    tests.push((memory) => memory.speaker !== null && names.has(folded(memory.speaker)));
  }
  if (exceptSpeakers !== undefined) {
    const names = new Set(exceptSpeakers.map(folded));
    tests.push((memory) => memory.speaker === null || !names.has(folded(memory.speaker)));
  }
  if (session !== undefined) tests.push((memory) => memory.session === session);
  if (minConfidence !== undefined) tests.push(({ confidence }) => confidence >= minConfidence);
  if (occurred !== undefined)
    tests.push(
      (memory) =>
        isWithin(memory, occurred) ||
        (occurred.retold === true && isToldIn(retellingsOf(memory), occurred)),
    );
  if (tags !== undefined) tests.push((memory) => tags.every((tag) => memory.tags.includes(tag)));
  if (withoutTag !== undefined) tests.push((memory) => !memory.tags.includes(withoutTag));
  if (metadata !== undefined) tests.push((memory) => meetsMetadata(metadata, memory.metadata));
  return (memory) => tests.every((test) => test(memory));
}

function standing({
  asOf,
  quarantined,
  includeRetracted,
  onlyRetracted,
}: Filter): (memory: Memory) => boolean {
  if (asOf !== undefined) return ({ recordedAt }) => recordedAt <= asOf;
  if (quarantined === true) return ({ quarantine }) => quarantine?.status === 'held';
  if (onlyRetracted === true)
    return ({ retractedAt, quarantine }) => retractedAt !== null && quarantine === null;
  if (includeRetracted === true) return () => true;
  return ({ retractedAt }) => retractedAt === null;
}

/** The memory as of `moment`; null if the bank did not have it yet. */
export function memoryAt(bank: BankData, row: MemoryRow, moment: number): Memory | null {
  const { record } = row;
  if (record.recordedAt > moment) return null;
  return bank.past.stateAt('memory', record.id, record, moment, (sequence) =>
    bank.madeAt(sequence),
  );
}

/**
 * The memory in the state that the filter means: the present one, or as of `asOf`; null if it was retracted
 * by then.
 */
export function meantState(bank: BankData, row: MemoryRow, { asOf }: Filter): Memory | null {
  if (asOf === undefined) return row.record;
  const then = memoryAt(bank, row, asOf);
  return then?.retractedAt === null ? then : null;
}
