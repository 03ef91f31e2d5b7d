import type { Bank } from '../domain/bank.js';
import type { Change, JournalEntry } from '../domain/change.js';
import type { Edge } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { ChangeRecord, LoggedChange } from '../domain/reversal.js';
import type { Instant } from '../domain/time.js';
import type { JournalQuery, Page } from './store-queries.js';

export interface CommitOptions {
  /** Refuse with `conflict` when anything was committed after this change (optimistic concurrency). */
  readonly expectedSequence?: number;
}

/** Records and journal, first half: banks and their changes. */
export interface StoreJournal {
  banks(): Promise<readonly Bank[]>;
  bank(name: BankName): Promise<Bank | null>;
  /** Creates the bank, or returns the existing one. */
  ensureBank(name: BankName, encoder: string, at: Instant): Promise<Bank>;
  /** Applies the change atomically and durably, and returns its sequence number. */
  commit(change: Change, options?: CommitOptions): Promise<number>;
  /**
   * Changes committed to a bank after this one, in commit order, at most `limit`; all of them after 0. A
   * change may have a lower number than one committed before it, so a follower continues from the last one
   * it was given.
   */
  since(bank: BankName, sequence: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Changes of a bank, newest first, at most `limit`. */
  journal(bank: BankName, query: JournalQuery, limit: number): Promise<readonly LoggedChange[]>;
  /** One change with every record it touched; null if it is not of this bank. */
  changeRecord(bank: BankName, sequence: number): Promise<ChangeRecord | null>;
  /** Ids of the memories touched by changes after `from`, up to `to`; pages in order of recording. */
  touchedMemories(
    bank: BankName,
    from: Instant,
    to: Instant,
    limit: number,
    after?: string,
  ): Promise<Page<MemoryId>>;
  /** The previous versions of these edges, newest first. */
  formerEdges(bank: BankName, edges: readonly Edge[]): Promise<readonly Edge[]>;
}
