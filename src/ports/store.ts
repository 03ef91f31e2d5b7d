import type { ApiKey, Reply } from '../domain/access.js';
import type { Bank } from '../domain/bank.js';
import type { Change, Embedding, JournalEntry, Reading, Verb } from '../domain/change.js';
import type { Conflict, ConflictVerdict, StoredClaim } from '../domain/conflict.js';
import type { RecallRecord, RecollectionId, ResultId, Vote } from '../domain/feedback.js';
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
  MemoryId,
  SessionId,
} from '../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../domain/learned/record.js';
import type { LearnedId } from '../domain/ids.js';
import type { Accesses, Memory, Source } from '../domain/memory.js';
import type { SealedValue } from '../domain/privacy.js';
import type { PurposeSample } from '../domain/purpose-history.js';
import type { ChangeRecord, LoggedChange } from '../domain/reversal.js';
import type { Instant } from '../domain/time.js';
import type { WorkingMemory } from '../domain/working-memory.js';
import type { Filter, StoreSearch } from './store-search.js';
import type { StoreUpkeep } from './store-upkeep.js';

export type { Filter } from './store-search.js';

/** Sealed values by their tokens, by the fingerprints of what they seal, or all of a kind. */
export interface SealedQuery {
  readonly tokens?: readonly string[];
  readonly prints?: readonly string[];
  readonly kinds?: readonly string[];
}

/** Which conflicts are meant. Every given part must hold. */
export interface ConflictQuery {
  readonly ids?: readonly ConflictId[];
  readonly status?: EdgeStatus;
  readonly verdict?: ConflictVerdict;
  /** Either side is one of these. */
  readonly memories?: readonly MemoryId[];
}

/** Which changes are meant, newest first. Every given part must hold. */
export interface JournalQuery {
  /** Older than this change. */
  readonly before?: number;
  /** Made at or after, and before, these moments. */
  readonly from?: Instant;
  readonly to?: Instant;
  readonly verbs?: readonly Verb[];
  /** It put this memory, or a version of it. */
  readonly memory?: MemoryId;
}

/** Which learned records are meant. Every given part must hold. */
export interface LearnedQuery<Kind extends LearnedKind = LearnedKind> {
  readonly kinds?: readonly Kind[];
  readonly ids?: readonly LearnedId[];
  readonly keys?: readonly string[];
  /** Put by a change after this one. */
  readonly changedAfter?: number;
  /** As they were at that moment; records founded later are left out. */
  readonly asOf?: Instant;
}

/** A page in order of recording. `next` goes into the following call's `after`; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface CommitOptions {
  /** Refuse with `conflict` unless this is still the bank's last sequence (optimistic concurrency). */
  readonly expectedSequence?: number;
}

/** What an index needs of a memory: neither its text nor its evidence, only how good that is. */
export type IndexedMemory = Pick<
  Memory,
  | 'id'
  | 'kind'
  | 'speaker'
  | 'session'
  | 'context'
  | 'position'
  | 'saidAt'
  | 'occurredFrom'
  | 'occurredTo'
  | 'recordedAt'
  | 'retractedAt'
  | 'supersededBy'
  | 'confidence'
  | 'importance'
  | 'tags'
> & {
  /** Whom it can be traced back to: the most trusted of those who gave evidence for it. */
  readonly trust: Source;
};

/** What a search index loads of one memory. */
export interface IndexRow {
  readonly memory: IndexedMemory;
  readonly usage: Accesses;
  readonly terms: string;
  readonly traits: number;
  readonly vector: Int8Array | null;
}

/** Whether a code can be what an encoder made of a memory for a space; true where nobody here knows that encoder. */
export type FitsSpace = (space: string, encoder: string, code: Int8Array) => boolean;

/** What one memory has in one space. */
export interface StoredCode {
  readonly memory: MemoryId;
  readonly code: Int8Array;
}

export interface SnapshotHead {
  /** The change up to which it holds everything. */
  readonly sequence: number;
  /** What wrote it; another format is as good as none. */
  readonly format: string;
}

/**
 * Where banks live. Small and asynchronous, in domain words. Errors: `not_found` for an unknown bank, `conflict`,
 * `locked`, `read_only`, `disk_full`, `corrupt`, `closed`. A failed commit leaves nothing behind.
 */
export interface Store extends StoreUpkeep {
  readonly search: StoreSearch;

  banks(): Promise<readonly Bank[]>;
  bank(name: BankName): Promise<Bank | null>;
  /** Founds the bank, or returns the one there. */
  ensureBank(name: BankName, encoder: string, at: Instant): Promise<Bank>;

  /** Applies the change whole or not at all, durably, and returns its sequence number. */
  commit(change: Change, options?: CommitOptions): Promise<number>;
  /** Changes of a bank after `sequence`, in order, at most `limit`. */
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

  /** Memories by id, in the order asked, unknown ones left out; as they were at `asOf`, when given. What was taken back tells so by `retractedAt`. */
  get(bank: BankName, ids: readonly MemoryId[], asOf?: Instant): Promise<readonly Memory[]>;
  findByHash(bank: BankName, hashes: readonly string[]): Promise<readonly Memory[]>;
  find(bank: BankName, filter: Filter, limit: number, after?: string): Promise<Page<Memory>>;
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
  /** Values that were taken out and sealed; unknown ones left out. */
  sealed(bank: BankName, query: SealedQuery): Promise<readonly SealedValue[]>;
  /** The highest number that a token of this kind has; 0 for none. */
  lastSealed(bank: BankName, kind: string): Promise<number>;
  /** Learned records in order of their founding, taken back ones too. */
  learned<Kind extends LearnedKind = LearnedKind>(
    bank: BankName,
    query: LearnedQuery<Kind>,
  ): Promise<readonly { readonly [K in Kind]: LearnedRecord<K> }[Kind][]>;
  /** Edges that touch any of `ids`, strongest first, at most `limit` an id; edges of retracted memories left out. */
  neighbours(
    bank: BankName,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[],
    limit: number,
  ): Promise<readonly Edge[]>;
  /** What these links were before they were put anew, newest first. */
  formerEdges(bank: BankName, edges: readonly Edge[]): Promise<readonly Edge[]>;
  /** Every edge of the bank, in order of their founding, in pages. */
  edges(bank: BankName): AsyncIterable<readonly Edge[]>;
  usage(bank: BankName, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Accesses>>;
  /**
   * Folds in what recalls used, and notes the recalls, so that their results can be voted on, dropping all but the latest `keep`:
   * not a change, never journaled, lost at worst.
   */
  recordUsage(
    bank: BankName,
    used: readonly MemoryId[],
    at: Instant,
    noted?: { readonly recalls: readonly RecallRecord[]; readonly keep: number },
  ): Promise<void>;

  /** A noted recall; null when there is none, or no longer. */
  recallRecord(bank: BankName, id: RecollectionId): Promise<RecallRecord | null>;
  /** Votes in order of their first giving, all, those of `ids` or those on a memory; as they were at `asOf`, when given. */
  votes(
    bank: BankName,
    options?: {
      readonly ids?: readonly ResultId[];
      readonly memory?: MemoryId;
      readonly asOf?: Instant;
    },
  ): Promise<readonly Vote[]>;

  /** The purpose figures of one basis (a goal's text and what measured it), oldest first. */
  purposeSamples(bank: BankName, basis: string): Promise<readonly PurposeSample[]>;
  /** Adds samples and drops those of the given moments. Derived like usage: not a change, lost at worst. */
  recordPurpose(
    bank: BankName,
    basis: string,
    added: readonly PurposeSample[],
    dropped: readonly Instant[],
  ): Promise<void>;

  /** What a session has in mind; null for nothing. */
  workingMemory(bank: BankName, session: SessionId): Promise<WorkingMemory | null>;
  /**
   * Reads and replaces it in one transaction; null forgets it. Scratch: not a change, never journaled, so that what is
   * cleared is gone. Of all sessions of a bank the latest few hundred stay.
   */
  reviseWorkingMemory(
    bank: BankName,
    session: SessionId,
    revise: (before: WorkingMemory | null) => WorkingMemory | null,
  ): Promise<WorkingMemory | null>;

  /** Everything an index needs, in order of recording, without what undone changes had put; `ids` restricts it to those. */
  indexRows(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly IndexRow[]>;
  /** The stored codes of one space, pages in order of recording; memories that have none in it are left out. `ids` restricts it to those. */
  codes(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly StoredCode[]>;
  /** Memories without a vector of this encoder, forgotten ones too: what a reindexing has still to do. */
  withoutVector(
    bank: BankName,
    space: string,
    encoder: string,
    limit: number,
    after?: string,
  ): Promise<Page<Memory>>;
  /** Drops the vectors of a space that other encoders than `keep` made, and tells how many. Not a change: nothing reads them. */
  dropVectors(bank: BankName, space: string, keep: string): Promise<number>;
  /**
   * Replaces derived data without a change: what `doctor` and reindexing write. A memory may have vectors of several encoders
   * in one space; a snapshot goes when anything is replaced but semantic vectors of an encoder that does not serve the bank.
   */
  putDerived(
    bank: BankName,
    embeddings: readonly Embedding[],
    readings: readonly Reading[],
  ): Promise<void>;

  /** A snapshot of an index, to start from: what it rests on, or null when there is none. */
  snapshot(bank: BankName): Promise<SnapshotHead | null>;
  /** One part of the snapshot; null when there is none of that name. */
  snapshotPart(bank: BankName, part: string): Promise<Uint8Array | null>;
  /** Replaces the snapshot, whole or not at all. Not a change: it can be thrown away at any time. */
  putSnapshot(
    bank: BankName,
    head: SnapshotHead,
    parts: Iterable<readonly [string, Uint8Array]>,
  ): Promise<void>;

  /** The keys that a server admits, revoked ones too, in order of creation. They are of the file, not of a bank, and no change. */
  apiKeys(): Promise<readonly ApiKey[]>;
  apiKey(id: string): Promise<ApiKey | null>;
  /** Whether a key was ever made: from then on a server asks for one. */
  hasApiKeys(): Promise<boolean>;
  /** Adds the key, or replaces the one of its id. */
  putApiKey(key: ApiKey): Promise<void>;
  /** A server's answer under the key that its request carried; null when there is none, or no longer. */
  reply(owner: string, key: string): Promise<Reply | null>;
  /** Keeps an answer, and drops those from before `since`. */
  keepReply(reply: Reply, since: Instant): Promise<void>;

  close(): Promise<void>;
}
