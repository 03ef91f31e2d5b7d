import type { Bank } from '../domain/bank.js';
import type { Change, JournalEntry } from '../domain/change.js';
import type { Edge } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { ChangeRecord, LoggedChange } from '../domain/reversal.js';
import type { Instant } from '../domain/time.js';
import type { JournalQuery, Page } from './store-queries.js';

export interface CommitOptions {
  /** Refuse with `conflict` when anything was committed after the change of this number (optimistic concurrency). */
  readonly expectedSequence?: number;
}

/** Records and journal, first half: banks, and the changes that made them what they are. */
export interface StoreJournal {
  banks(): Promise<readonly Bank[]>;
  bank(name: BankName): Promise<Bank | null>;
  /** Founds the bank, or returns the one there. */
  ensureBank(name: BankName, encoder: string, at: Instant): Promise<Bank>;
  /** Applies the change whole or not at all, durably, and returns its sequence number. */
  commit(change: Change, options?: CommitOptions): Promise<number>;
  /**
   * Changes of a bank that were committed after the one of this number, in the order of committing, at most `limit`; after 0 all of them.
   * A change may be numbered earlier than one that was committed before it: whoever follows goes on from the last that it was given.
   */
  since(bank: BankName, sequence: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Changes of a bank, newest first, at most `limit`. */
  journal(bank: BankName, query: JournalQuery, limit: number): Promise<readonly LoggedChange[]>;
  /** One change with every record it touched; null for one that is not of this bank. */
  changeRecord(bank: BankName, sequence: number): Promise<ChangeRecord | null>;
  /** Ids of the memories that changes made after `from`, up to `to`, touched; pages in order of recording. */
  touchedMemories(
    bank: BankName,
    from: Instant,
    to: Instant,
    limit: number,
    after?: string,
  ): Promise<Page<MemoryId>>;
  /** What these links were before they were put anew, newest first. */
  formerEdges(bank: BankName, edges: readonly Edge[]): Promise<readonly Edge[]>;
}
