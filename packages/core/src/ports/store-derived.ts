import type { Embedding, Reading } from '../domain/change.js';
import type { RecallRecord, RecollectionId } from '../domain/feedback.js';
import type { BankName, MemoryId, SessionId } from '../domain/ids.js';
import type { Accesses, Memory, Source } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { KeptWorkingMemory } from '../domain/working-memory.js';
import type { Page } from './store-queries.js';

/** What a background job keeps between its rounds, as JSON. */
export type JobState = Readonly<Record<string, unknown>>;

/** What an index needs of a memory: not its text or its evidence, only how good the evidence is. */
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
  /** When it was told again ({@link retellingsOf}), where it was. */
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

/** Whether an encoder can have made this code for a space; true for an encoder that is not known here. */
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

/** What recalls delivered, so that their results can be voted on, and how many recalls to keep. */
export interface NotedRecalls {
  readonly recalls: readonly RecallRecord[];
  readonly keep: number;
}

/**
 * Derived data: computed from the records, or noted beside them. None of it is journaled; if lost, it is
 * recomputed or not missed.
 */
export interface StoreDerived {
  /** Everything an index needs, in order of recording, without what undone changes had put; `ids` restricts it. */
  indexRows(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly IndexRow[]>;
  /**
   * The stored codes of one space, in pages, in order of recording; memories without one are left out.
   * `ids` restricts it.
   */
  codes(
    bank: BankName,
    space: string,
    encoder: string,
    ids?: readonly MemoryId[],
  ): AsyncIterable<readonly StoredCode[]>;
  /** Memories without a vector of this encoder, forgotten ones included: what a reindexing still has to do. */
  withoutVector(
    bank: BankName,
    space: string,
    encoder: string,
    limit: number,
    after?: string,
  ): Promise<Page<Memory>>;
  /** Drops a space's vectors from encoders other than `keep`, and returns how many: nothing reads them. */
  dropVectors(bank: BankName, space: string, keep: string): Promise<number>;
  /**
   * Replaces derived data: written by `doctor` and reindexing. A memory may have vectors of several
   * encoders in one space; the snapshot is dropped when anything is replaced except semantic vectors of an
   * encoder that does not serve the bank.
   */
  putDerived(
    bank: BankName,
    embeddings: readonly Embedding[],
    readings: readonly Reading[],
  ): Promise<void>;

  /** The snapshot of an index: its head, or null when there is none. */
  snapshot(bank: BankName): Promise<SnapshotHead | null>;
  /** The parts of the snapshot by name, in any order; what is damaged is left out. */
  snapshotParts(bank: BankName): AsyncIterable<readonly [string, Uint8Array]>;
  /** Replaces the snapshot, whole or not at all. */
  putSnapshot(
    bank: BankName,
    head: SnapshotHead,
    parts: Iterable<readonly [string, Uint8Array]>,
  ): Promise<void>;

  usage(bank: BankName, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Accesses>>;
  /** Adds up what recalls used, and stores the recalls, keeping only the latest `keep`. */
  recordUsage(
    bank: BankName,
    used: readonly MemoryId[],
    at: Instant,
    noted?: NotedRecalls,
  ): Promise<void>;
  /** A stored recall; null when there is none, or it was dropped. */
  recallRecord(bank: BankName, id: RecollectionId): Promise<RecallRecord | null>;

  /** A session's working memory; null for none. */
  workingMemory(bank: BankName, session: SessionId): Promise<KeptWorkingMemory | null>;
  /**
   * Reads and replaces it in one transaction; null forgets it. It is scratch data, so cleared means
   * deleted. Only the latest few hundred sessions of a bank are kept.
   */
  reviseWorkingMemory(
    bank: BankName,
    session: SessionId,
    revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
  ): Promise<KeptWorkingMemory | null>;

  /** The state of a background job: its holder, its progress, its cost; null for a job that never began. */
  job(bank: BankName, name: string): Promise<JobState | null>;
  /** Reads and replaces it in one transaction, so that only one of two processes gets the work; null forgets it. */
  reviseJob(
    bank: BankName,
    name: string,
    revise: (before: JobState | null) => JobState | null,
  ): Promise<JobState | null>;
}
