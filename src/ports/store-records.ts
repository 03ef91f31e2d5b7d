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

/**
 * Records and journal, second half: what a bank holds, now and at earlier moments. Every lookup takes many
 * ids in one call.
 */
export interface StoreRecords {
  /**
   * Memories by id, in the order asked, unknown ones left out; as of `asOf`, when given. Retracted ones
   * have `retractedAt`.
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
  /** Every goal in order of creation, removed ones included; as of `asOf`, when given. */
  goals(bank: BankName, asOf?: Instant): Promise<readonly Goal[]>;
  /**
   * Claims of memories under any of these keys, newest memory first, at most `limit` per key; forgotten
   * memories included.
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
  /** Votes in the order in which they were first given. */
  votes(bank: BankName, query?: VoteQuery): Promise<readonly Vote[]>;
  /** Learned records in order of creation, retracted ones included. */
  learned<Kind extends LearnedKind = LearnedKind>(
    bank: BankName,
    query: LearnedQuery<Kind>,
  ): Promise<readonly { readonly [K in Kind]: LearnedRecord<K> }[Kind][]>;
  /** Values that were taken out of texts and sealed; unknown ones left out. */
  sealed(bank: BankName, query: SealedQuery): Promise<readonly SealedValue[]>;
  /** The highest token number of each kind; kinds without tokens are left out. */
  lastSealed(bank: BankName, kinds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Edges that touch any of `ids`, strongest first, at most `limit` per id; edges of retracted memories left out. */
  neighbours(
    bank: BankName,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[],
    limit: number,
  ): Promise<readonly Edge[]>;
  /** Every edge of the bank, in order of creation, in pages. */
  edges(bank: BankName): AsyncIterable<readonly Edge[]>;
}
