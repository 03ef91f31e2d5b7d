import type { Change, RemovedRecord } from '../../../domain/change.js';
import type { Vote } from '../../../domain/feedback.js';
import { isUndone } from '../../../domain/reversal.js';
import type { Steps } from '../../../domain/turns.js';
import type { BankData, MemoryRow, RemovedRow } from './bank-data.js';
import { namedAgain, type Removable } from '../named-again.js';
import type { Row } from './rows.js';

/**
 * Keeps a complete row that is removed. A record may be removed more than once, if recreated in between:
 * each time is kept.
 */
export function keepRow(
  bank: BankData,
  taken: number,
  kind: Removable,
  id: string,
  row: Row<unknown>,
): void {
  bank.removed.set(`${kind} ${id} ${taken}`, { kind, id, taken, row } as RemovedRow);
}

/** Whether the memory was put by a change that is currently undone. */
export function isOfUndone(bank: BankData, { record, created }: MemoryRow): boolean {
  return isUndone(record) && bank.revertedBy.of(created).size > 0;
}

/** Whether anything that is not undone still refers to a shared record. */
function isNamed(bank: BankData, { kind, id }: RemovedRecord): boolean {
  if (kind === 'entity' || kind === 'context') return bank.edge.names(id);
  if (kind !== 'session') return false;
  return bank.memory.all().some((row) => row.record.session === id && !isOfUndone(bank, row));
}

export function takeAway(bank: BankData, sequence: number, removed: RemovedRecord): void {
  const { kind, id } = removed;
  const row = bank.plain[kind].get(id);
  if (row === undefined || isNamed(bank, removed)) return;
  bank.past.keep({ sequence, kind, id, image: row.record });
  keepRow(bank, sequence, kind, id, row);
  bank.plain[kind].delete(id);
}

/** Restores removed rows that the change puts, or refers to, again: as they were, in their old place in every order. */
export function* bringBackAll(bank: BankData, sequence: number, change: Change): Steps<void> {
  const removed = new Map<string, RemovedRow[]>();
  for (const row of bank.removed.values()) {
    const key = `${row.kind} ${row.id}`;
    removed.set(key, [...(removed.get(key) ?? []), row]);
  }
  for (const [kind, id] of namedAgain(change)) {
    const kept = removed.get(`${kind} ${id}`);
    if (kept !== undefined) bringBack(bank, sequence, kept, change.reverts);
    yield;
  }
}

/** The row that the undone change removed comes first, then the latest. */
function bringBack(
  bank: BankData,
  sequence: number,
  kept: readonly RemovedRow[],
  reverts: number | null,
): void {
  const latest = kept.toSorted((one, other) => other.taken - one.taken);
  const chosen = latest.find(({ taken }) => taken === reverts) ?? latest[0];
  if (chosen === undefined || bank.rowOf(chosen.kind, chosen.id) !== undefined) return;
  const { kind, id } = chosen;
  bank.past.keep({ sequence, kind, id, image: null });
  const table = (kind === 'edge' ? bank.edge : bank.plain[kind]) as {
    put(id: string, row: Row<unknown>): void;
  };
  table.put(id, chosen.row);
  bank.removed.delete(`${kind} ${id} ${chosen.taken}`);
}

/** Votes removed from the bank, in their last version. */
export function removedVotes(bank: BankData): Vote[] {
  const last = new Map<string, RemovedRow>();
  for (const removed of bank.removed.values()) {
    if (removed.kind !== 'vote' || bank.plain.vote.get(removed.id) !== undefined) continue;
    if (removed.taken >= (last.get(removed.id)?.taken ?? 0)) last.set(removed.id, removed);
  }
  return [...last.values()].map(({ row }) => row.record as Vote);
}
