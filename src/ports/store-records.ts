import type { Conflict, StoredClaim } from '../domain/conflict.js';
import type { Vote } from '../domain/feedback.js';
import type { Goal } from '../domain/goal.js';
import type { Context, Edge, EdgeFamily, Entity, NodeId, Session } from '../domain/graph.js';
import type { BankName, ContextId, EntityId, MemoryId } from '../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../domain/learned/record.js';
import type { Memory } from '../domain/memory.js';
import type { SealedValue } from '../domain/privacy.js';
import type { Instant } from '../domain/time.js';
import type {
  ConflictQuery,
  Filter,
  LearnedQuery,
  Page,
  SealedQuery,
  VoteQuery,
} from './store-queries.js';

/** Records and journal, second half: what a bank holds, now and as it was. What is asked of many is one call. */
export interface StoreRecords {
  /**
   * Memories by id, in the order asked, unknown ones left out; as they were at `asOf`, when given. What was taken back tells so by
   * `retractedAt`.
   */
  get(bank: BankName, ids: readonly MemoryId[], asOf?: Instant): Promise<readonly Memory[]>;
  findByHash(bank: BankName, hashes: readonly string[]): Promise<readonly Memory[]>;
  find(bank: BankName, filter: Filter, limit: number, after?: string): Promise<Page<Memory>>;
  /** Standing memories whose own tag says that their time is over by `until` (`domain/expiry.ts`), the soonest first, at most `limit`. */
  expired(bank: BankName, until: Instant, limit: number): Promise<readonly Memory[]>;
  entities(bank: BankName, ids: readonly EntityId[]): Promise<readonly Entity[]>;
  allEntities(bank: BankName): Promise<readonly Entity[]>;
  contexts(bank: BankName, ids: readonly ContextId[]): Promise<readonly Context[]>;
  sessions(bank: BankName): Promise<readonly Session[]>;
  /** Every goal in order of creation, removed ones too; as they were at `asOf`, when given. */
  goals(bank: BankName, asOf?: Instant): Promise<readonly Goal[]>;
  /** What memories claim under any of these keys, newest memory first, at most `limit` a key; forgotten memories' too. */
  claims(bank: BankName, keys: readonly string[], limit: number): Promise<readonly StoredClaim[]>;
  /** All that these memories claim. */
  claimsOf(bank: BankName, memories: readonly MemoryId[]): Promise<readonly StoredClaim[]>;
  /** Conflicts, newest first, in pages. */
  conflicts(
    bank: BankName,
    query: ConflictQuery,
    limit: number,
    after?: string,
  ): Promise<Page<Conflict>>;
  /** Votes in order of their first giving. */
  votes(bank: BankName, query?: VoteQuery): Promise<readonly Vote[]>;
  /** Learned records in order of their founding, taken back ones too. */
  learned<Kind extends LearnedKind = LearnedKind>(
    bank: BankName,
    query: LearnedQuery<Kind>,
  ): Promise<readonly { readonly [K in Kind]: LearnedRecord<K> }[Kind][]>;
  /** Values that were taken out and sealed; unknown ones left out. */
  sealed(bank: BankName, query: SealedQuery): Promise<readonly SealedValue[]>;
  /** The highest number that a token of each of these kinds has; a kind that has none is left out. */
  lastSealed(bank: BankName, kinds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Edges that touch any of `ids`, strongest first, at most `limit` an id; edges of retracted memories left out. */
  neighbours(
    bank: BankName,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[],
    limit: number,
  ): Promise<readonly Edge[]>;
  /** Every edge of the bank, in order of their founding, in pages. */
  edges(bank: BankName): AsyncIterable<readonly Edge[]>;
}
