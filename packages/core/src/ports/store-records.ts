import type { Bank } from '../domain/bank.js';
import type { Change, JournalEntry } from '../domain/change.js';
import type { Conflict, StoredClaim } from '../domain/conflict.js';
import type { Vote } from '../domain/feedback.js';
import type { Goal } from '../domain/goal.js';
import type { Context, Edge, EdgeFamily, Entity, NodeId, Session } from '../domain/graph.js';
import type { BankName, ContextId, EntityId, MemoryId } from '../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../domain/learned/record.js';
import type { Memory } from '../domain/memory.js';
import type { SealedValue } from '../domain/privacy.js';
import type { ChangeRecord, LoggedChange } from '../domain/reversal.js';
import type { Instant } from '../domain/time.js';
import type {
  ConflictQuery,
  Filter,
  JournalQuery,
  LearnedQuery,
  Page,
  SealedQuery,
  VoteQuery,
} from './store-queries.js';

export interface CommitOptions {
  /** Refuse with `conflict` when anything was committed after this change (optimistic concurrency). */
  readonly expectedSequence?: number;
}

/** Records and journal, part one: banks and their changes. */
export interface StoreJournal {
  banks(): Promise<readonly Bank[]>;
  bank(name: BankName): Promise<Bank | null>;
  /** Creates the bank, or returns the existing one. */
  ensureBank(name: BankName, encoder: string, at: Instant): Promise<Bank>;
  /** Applies the change atomically and durably, and returns its sequence number. */
  commit(change: Change, options?: CommitOptions): Promise<number>;
  /**
   * Changes committed to a bank after this one, in commit order, at most `limit`; all if it is 0. A change may have a
   * lower number than one committed before it, so a follower continues from the last one it got. Throws `not_found`
   * if `createdAt` is given and the bank of that name was created at another time.
   */
  since(
    bank: BankName,
    sequence: number,
    limit: number,
    createdAt?: Instant,
  ): Promise<readonly JournalEntry[]>;
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

/**
 * Records and journal, part two: the contents of a bank, now and at earlier moments. Every lookup takes many ids per
 * call.
 */
export interface StoreRecords {
  /**
   * Memories by id, in the given order, without unknown ones; as of `asOf`, if given. Retracted ones have
   * `retractedAt`.
   */
  get(bank: BankName, ids: readonly MemoryId[], asOf?: Instant): Promise<readonly Memory[]>;
  findByHash(bank: BankName, hashes: readonly string[]): Promise<readonly Memory[]>;
  find(bank: BankName, filter: Filter, limit: number, after?: string): Promise<Page<Memory>>;
  /** Current memories that expire by `until` (`domain/expiry.ts`), the soonest first, at most `limit`. */
  expired(bank: BankName, until: Instant, limit: number): Promise<readonly Memory[]>;
  entities(bank: BankName, ids: readonly EntityId[]): Promise<readonly Entity[]>;
  allEntities(bank: BankName): Promise<readonly Entity[]>;
  contexts(bank: BankName, ids: readonly ContextId[]): Promise<readonly Context[]>;
  sessions(bank: BankName): Promise<readonly Session[]>;
  /** Every goal in order of creation, including removed ones; as of `asOf`, if given. */
  goals(bank: BankName, asOf?: Instant): Promise<readonly Goal[]>;
  /**
   * Claims under any of these keys, newest memory first, at most `limit` per key; including those of forgotten
   * memories.
   */
  claims(bank: BankName, keys: readonly string[], limit: number): Promise<readonly StoredClaim[]>;
  /** All claims of these memories. */
  claimsOf(bank: BankName, memories: readonly MemoryId[]): Promise<readonly StoredClaim[]>;
  /** Conflicts, newest first, in pages. */
  conflicts(
    bank: BankName,
    query: ConflictQuery,
    limit: number,
    after?: string,
  ): Promise<Page<Conflict>>;
  /** Votes in the order in which they were first cast. */
  votes(bank: BankName, query?: VoteQuery): Promise<readonly Vote[]>;
  /** Learned records in order of creation, retracted ones included. */
  learned<Kind extends LearnedKind = LearnedKind>(
    bank: BankName,
    query: LearnedQuery<Kind>,
  ): Promise<readonly { readonly [K in Kind]: LearnedRecord<K> }[Kind][]>;
  /** Values that were taken out of texts and sealed; without unknown ones. */
  sealed(bank: BankName, query: SealedQuery): Promise<readonly SealedValue[]>;
  /** The highest token number of each kind; kinds without tokens are left out. */
  lastSealed(bank: BankName, kinds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Edges at any of `ids`, strongest first, at most `limit` per id; without edges of retracted memories. */
  neighbours(
    bank: BankName,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[],
    limit: number,
  ): Promise<readonly Edge[]>;
  /** Every edge of the bank, in order of creation, in pages. */
  edges(bank: BankName): AsyncIterable<readonly Edge[]>;
}
