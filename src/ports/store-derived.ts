import type { Embedding, Reading } from '../domain/change.js';
import type { RecallRecord, RecollectionId } from '../domain/feedback.js';
import type { BankName, MemoryId, SessionId } from '../domain/ids.js';
import type { Accesses, Memory, Source } from '../domain/memory.js';
import type { PurposeSample } from '../domain/purpose-history.js';
import type { Instant } from '../domain/time.js';
import type { KeptWorkingMemory } from '../domain/working-memory.js';
import type { Page } from './store-queries.js';

/** What work in the background keeps between its rounds, as JSON. */
export type JobState = Readonly<Record<string, unknown>>;

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
  /** The change up to which it holds everything that was committed. */
  readonly sequence: number;
  /** What wrote it; another format is as good as none. */
  readonly format: string;
}

/** What recalls delivered, so that their results can be voted on, and how many recalls stay noted. */
export interface NotedRecalls {
  readonly recalls: readonly RecallRecord[];
  readonly keep: number;
}

/** Derived data: what is made from the records, or noted beside them. None of it is a change; lost, it is made anew or missed by nobody. */
export interface StoreDerived {
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
  /** Drops the vectors of a space that other encoders than `keep` made, and tells how many: nothing reads them. */
  dropVectors(bank: BankName, space: string, keep: string): Promise<number>;
  /**
   * Replaces derived data: what `doctor` and reindexing write. A memory may have vectors of several encoders in one space; a snapshot
   * goes when anything is replaced but semantic vectors of an encoder that does not serve the bank.
   */
  putDerived(
    bank: BankName,
    embeddings: readonly Embedding[],
    readings: readonly Reading[],
  ): Promise<void>;

  /** A snapshot of an index, to start from: what it rests on, or null when there is none. */
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
  /** Folds in what recalls used, and notes the recalls, dropping all but the latest `keep`. */
  recordUsage(
    bank: BankName,
    used: readonly MemoryId[],
    at: Instant,
    noted?: NotedRecalls,
  ): Promise<void>;
  /** A noted recall; null when there is none, or no longer. */
  recallRecord(bank: BankName, id: RecollectionId): Promise<RecallRecord | null>;

  /** The purpose figures of one basis (a goal's text and what measured it), oldest first. */
  purposeSamples(bank: BankName, basis: string): Promise<readonly PurposeSample[]>;
  /** Adds samples and drops those of the given moments. */
  recordPurpose(
    bank: BankName,
    basis: string,
    added: readonly PurposeSample[],
    dropped: readonly Instant[],
  ): Promise<void>;

  /** What a session has in mind; null for nothing. */
  workingMemory(bank: BankName, session: SessionId): Promise<KeptWorkingMemory | null>;
  /**
   * Reads and replaces it in one transaction; null forgets it. Scratch, so that what is cleared is gone. Of all sessions of a bank the
   * latest few hundred stay.
   */
  reviseWorkingMemory(
    bank: BankName,
    session: SessionId,
    revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
  ): Promise<KeptWorkingMemory | null>;

  /** Who is at a piece of background work, up to where it is done, what it has spent; null for work that nobody began. */
  job(bank: BankName, name: string): Promise<JobState | null>;
  /** Reads and replaces it in one transaction, so that of two processes one has the work; null forgets it. */
  reviseJob(
    bank: BankName,
    name: string,
    revise: (before: JobState | null) => JobState | null,
  ): Promise<JobState | null>;
}
