import type { Bank } from '../domain/bank.js';
import type { Change, ChangeRecord, JournalEntry, LoggedChange, Verb } from '../domain/change.js';
import type { ResultId, Vote } from '../domain/feedback.js';
import type { Goal } from '../domain/goal.js';
import type {
  Context,
  Edge,
  EdgeFamily,
  EdgeStatus,
  Entity,
  NodeId,
  Session,
} from '../domain/graph.js';
import type {
  BankName,
  ConflictId,
  ContextId,
  EntityId,
  LearnedId,
  MemoryId,
  SessionId,
} from '../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../domain/learned-record.js';
import type { Occurrence } from '../domain/memory-times.js';
import type { Memory, MemoryKind } from '../domain/memory.js';
import type { MetadataCondition } from '../domain/metadata-filter.js';
import type { SealedValue } from '../domain/privacy.js';
import type { Instant } from '../domain/time.js';
import type { Conflict, ConflictVerdict, StoredClaim } from '../domain/validity.js';

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
  /** Current memories that expire by `until` (`domain/memory-times.ts`), the soonest first, at most `limit`. */
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

/** Queries to a store, as data: no part of the port takes a string of a query language. */

/** Selects memories. Every given part must hold; an empty list matches nothing. */
export interface Filter {
  readonly kinds?: readonly MemoryKind[];
  /** All of these tags. */
  readonly tags?: readonly string[];
  readonly withoutTag?: string;
  readonly speaker?: string;
  /** Said by any of these, case-insensitive. */
  readonly speakers?: readonly string[];
  /** Said by none of these; memories without a speaker pass. */
  readonly exceptSpeakers?: readonly string[];
  readonly session?: SessionId;
  readonly minConfidence?: number;
  /** A condition on its current metadata. */
  readonly metadata?: MetadataCondition;
  /** `[from, to)` overlaps the time when it happened or was true; `dated` applies to calendar dates ({@link isWithin}). */
  readonly occurred?: Occurrence;
  /** What the bank held at that moment; default: now. */
  readonly asOf?: Instant;
  /** Include retracted memories. */
  readonly includeRetracted?: boolean;
  /** Only retracted memories that can be restored: none that is or was quarantined. */
  readonly onlyRetracted?: boolean;
  /** Only what is quarantined and was not rejected. */
  readonly quarantined?: true;
  /** `find` returns the newest first. */
  readonly newestFirst?: boolean;
}

/** Selects sealed values by their tokens, by the fingerprints of their contents, or all of a kind. */
export interface SealedQuery {
  readonly tokens?: readonly string[];
  readonly prints?: readonly string[];
  readonly kinds?: readonly string[];
}

/** Selects conflicts. Every given part must hold. */
export interface ConflictQuery {
  readonly ids?: readonly ConflictId[];
  readonly status?: EdgeStatus;
  readonly verdict?: ConflictVerdict;
  /** Either side is one of these. */
  readonly memories?: readonly MemoryId[];
}

/** Selects changes, newest first. Every given part must hold. */
export interface JournalQuery {
  /** One of these. */
  readonly sequences?: readonly number[];
  /** Older than this change. */
  readonly before?: number;
  /** Made at or after `from`, and before `to`. */
  readonly from?: Instant;
  readonly to?: Instant;
  readonly verbs?: readonly Verb[];
  /** Changes that put this memory, or a version of it. */
  readonly memory?: MemoryId;
}

/** Selects votes. Every given part must hold. */
export interface VoteQuery {
  readonly ids?: readonly ResultId[];
  readonly memory?: MemoryId;
  /** As of that moment; later votes are left out. */
  readonly asOf?: Instant;
}

/** Selects learned records. Every given part must hold. */
export interface LearnedQuery<Kind extends LearnedKind = LearnedKind> {
  readonly kinds?: readonly Kind[];
  readonly ids?: readonly LearnedId[];
  readonly keys?: readonly string[];
  /** Put by a change committed after this one. */
  readonly changedAfter?: number;
  /** As of that moment; later records are left out. */
  readonly asOf?: Instant;
}

/** A page in order of recording. Pass `next` as `after` in the following call; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface Hit {
  readonly id: MemoryId;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** Full-text and vector search over stored data: exact, but slower than an index. */
export interface StoreSearch {
  /** BM25 over stems; `query` is stems separated by spaces, any of which may match. */
  lexical(bank: BankName, query: string, filter: Filter, k: number): Promise<readonly Hit[]>;
  /** Cosine to `vector` among the vectors that `encoder` made in `space`. */
  nearest(
    bank: BankName,
    space: string,
    encoder: string,
    vector: Int8Array,
    filter: Filter,
    k: number,
  ): Promise<readonly Hit[]>;
  /** Events in `[from, to)`, newest first. */
  between(
    bank: BankName,
    from: Instant,
    to: Instant,
    filter: Filter,
    k: number,
  ): Promise<readonly Memory[]>;
}
