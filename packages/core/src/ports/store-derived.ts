import type { Embedding, StoredTerms } from '../domain/change.js';
import type { RecallRecord, RecollectionId } from '../domain/feedback.js';
import type { BankName, MemoryId, SessionId } from '../domain/ids.js';
import type { Accesses, Memory, Source } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { StoredWorkingMemory } from '../domain/working-memory.js';
import type { Page } from './store-records.js';

/** The state of a background job between its rounds, as JSON. */
export type JobState = Readonly<Record<string, unknown>>;

/** The fields of a memory that an index needs: no text, and of the evidence only its trust. */
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
  /** Its origin: the most trusted source among its evidence. */
  readonly trust: Source;
  /** When it was stated again ({@link retellingsOf}); absent if it was not. */
  readonly retold?: readonly Instant[];
};

/** What a search index loads for one memory. */
export interface IndexRow {
  readonly memory: IndexedMemory;
  readonly usage: Accesses;
  readonly terms: string;
  readonly traits: number;
  readonly vector: Int8Array | null;
}

/** Whether an encoder can have made this code for a space; true for an unknown encoder. */
export type FitsSpace = (space: string, encoder: string, code: Int8Array) => boolean;

/** One memory's code in one space. */
export interface StoredCode {
  readonly memory: MemoryId;
  readonly code: Int8Array;
}

export interface SnapshotHead {
  /** The change up to which it includes everything committed. */
  readonly sequence: number;
  /** The format it was written in; another format counts as no snapshot. */
  readonly format: string;
}

/** Recalls to record, so that their results can be voted on; and how many to retain. */
export interface NotedRecalls {
  readonly recalls: readonly RecallRecord[];
  readonly keep: number;
}

/**
 * Derived data: computed from the records, or recorded in addition to them. None of it is journaled; if lost, it is
 * recomputed or expendable.
 */
export interface StoreDerived {
  /** Everything an index needs, in order of recording, without what undone changes had stored; `ids` restricts it. */
  indexRows(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly IndexRow[]>;
  /**
   * The stored codes of one space, in pages, in order of recording; memories without one are left out. `ids`
   * restricts it.
   */
  codes(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly StoredCode[]>;
  /** Memories without a vector of this encoder, forgotten ones included: the work left for reindexing. */
  withoutVector(
    bank: BankName,
    space: string,
    encoder: string,
    limit: number,
    after?: string,
  ): Promise<Page<Memory>>;
  /** Drops a space's vectors of encoders other than `keep`, which nothing reads; returns their number. */
  dropVectors(bank: BankName, space: string, keep: string): Promise<number>;
  /**
   * Replaces derived data: written by `doctor` and reindexing. A memory may have vectors of several encoders in one
   * space; the snapshot is dropped when anything is replaced except semantic vectors of an encoder that does not
   * serve the bank.
   */
  putDerived(
    bank: BankName,
    embeddings: readonly Embedding[],
    readings: readonly StoredTerms[],
  ): Promise<void>;

  /** The head of an index snapshot; null if there is none. */
  snapshot(bank: BankName): Promise<SnapshotHead | null>;
  /** The parts of the snapshot by name, in any order; damaged ones are skipped. */
  snapshotParts(bank: BankName): AsyncIterable<readonly [string, Uint8Array]>;
  /**
   * Begins another snapshot, piece by piece, each in a transaction of its own, so that no writer waits for all of it;
   * the present one serves until the last. Ends one that was begun before. Null if something was erased after
   * `head.sequence`: the index may hold its words.
   */
  beginSnapshot(bank: BankName, head: SnapshotHead): Promise<string | null>;
  /** Adds a part, and drops one of an earlier snapshot; false if it was ended by an erasure or another one. */
  putSnapshotPart(bank: BankName, begun: string, part: string, data: Uint8Array): Promise<boolean>;
  /** Makes it the bank's snapshot; false, and nothing is replaced, unless it still has this many parts. */
  putSnapshot(bank: BankName, begun: string, parts: number): Promise<boolean>;

  usage(bank: BankName, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Accesses>>;
  /** Adds to access counts, and stores the recalls, retaining only the latest `keep`. */
  recordUsage(
    bank: BankName,
    used: readonly MemoryId[],
    at: Instant,
    noted?: NotedRecalls,
  ): Promise<void>;
  /** A stored recall; null if there is none, or it was dropped. */
  recallRecord(bank: BankName, id: RecollectionId): Promise<RecallRecord | null>;

  /** A session's working memory; null for none. */
  workingMemory(bank: BankName, session: SessionId): Promise<StoredWorkingMemory | null>;
  /**
   * Reads and replaces it in one transaction; null deletes it. It is scratch data and not journaled: only the latest
   * few hundred sessions of a bank are retained.
   */
  reviseWorkingMemory(
    bank: BankName,
    session: SessionId,
    revise: (before: StoredWorkingMemory | null) => StoredWorkingMemory | null,
  ): Promise<StoredWorkingMemory | null>;

  /** The state of a background job: its holder, progress and cost; null if it never began. */
  job(bank: BankName, name: string): Promise<JobState | null>;
  /** Reads and replaces it in one transaction, so that only one of two processes gets the work; null deletes it. */
  reviseJob(
    bank: BankName,
    name: string,
    revise: (before: JobState | null) => JobState | null,
  ): Promise<JobState | null>;
}
