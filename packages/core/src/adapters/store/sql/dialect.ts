import type { ApiKey } from '../../../domain/access.js';
import type { BankSettings } from '../../../domain/bank.js';
import type { Change } from '../../../domain/change.js';
import type { StoredClaim } from '../../../domain/conflict.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { Edge, EdgeFamily, NodeId } from '../../../domain/graph.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { IndexRow } from '../../../ports/store-derived.js';
import type { Hit } from '../../../ports/store-queries.js';
import type { FitsSpace } from '../../../ports/store.js';
import type { Removable } from '../record-keys.js';
import type { Condition, FilterDialect } from './filter-sql.js';
import type { Columns, Query, SqlValue, StoredRow } from './query.js';

export interface BankRow {
  readonly num: number;
  readonly name: string;
  readonly created_at: number;
  readonly encoder: string;
  readonly sequence: number;
  /** The last number assigned in the recording order; absent where the database assigns them. */
  readonly nums?: number;
  readonly settings: Partial<BankSettings>;
}

/** The parts of search that depend on the dialect. */
interface SearchDialect {
  /** Memories that fulfil a condition and contain any of the words, best BM25 score first. */
  readonly byWords: (
    bank: number,
    query: string,
    condition: Condition,
    limit: number,
  ) => Query<readonly Hit[]>;
  /** A stored code; null for a damaged one. */
  readonly codeOf: (
    bank: number,
    memory: MemoryId,
    made: readonly [space: string, encoder: string],
    stored: Uint8Array,
  ) => Int8Array | null;
}

/** How a store maps a value to the columns other than its id. */
export interface Layout<Kept> {
  readonly names: readonly string[];
  readonly values: (kept: Kept) => readonly SqlValue[];
  readonly read: (row: object) => Kept;
}

/** The columns of a memory that an index needs: neither its text nor its evidence, only the evidence's quality. */
export interface IndexDialect {
  /** SQL columns of memory `m`. */
  readonly columns: string;
  readonly memory: (row: Readonly<Record<string, unknown>>) => IndexRow['memory'];
}

/** A previous state of a record, as stored in the journal. */
export interface StoredImage {
  readonly id: string;
  readonly image: string | null;
}

/** A removed record. */
export interface RemovedRow extends StoredRow {
  readonly kind: Removable;
  readonly id: string;
  readonly taken: number;
}

/** How the journal stores replaced and removed records. */
export interface PastDialect {
  readonly image: (
    bank: number,
    sequence: number,
    image: readonly [kind: JournaledKind, id: string, record: unknown],
  ) => Columns;
  /** Null if the record did not exist; undefined if the image is unreadable and the store skips it. */
  readonly ofImage: <Kind extends JournaledKind>(
    bank: number,
    kind: Kind,
    stored: StoredImage,
  ) => JournaledRecords[Kind] | null | undefined;
  readonly removed: (bank: number, row: RemovedRow) => Columns;
  /** Columns that {@link ofRemoved} reads. */
  readonly removedColumns: string;
  /** Null for an unreadable row. */
  readonly ofRemoved: (row: Readonly<Record<string, unknown>>) => RemovedRow | null;
}

type Line = Pick<Change, 'at' | 'verb' | 'actor' | 'reason' | 'reverts' | 'encoder'>;

/** How a change is written to the journal. */
interface LineDialect {
  /** The number of the change; may already write the journal row. */
  readonly begin: (bank: BankRow, change: Line) => Query<number>;
  /** Reserves `count` numbers for changes; they follow the returned one. */
  readonly reserve: (count: number) => Query<number>;
  /** Called after all records are written: writes the journal row and the bank's sequence. */
  readonly end: (bank: BankRow, change: Line, done: DoneChange) => Query<void>;
}

interface DoneChange {
  readonly sequence: number;
  /** The last number assigned in the bank's recording order; null where the database assigns them. */
  readonly nums: number | null;
  /** The bank's new settings as JSON; null if unchanged. */
  readonly settings: string | null;
  /** Identifies the change if the outcome of its commit is not received. */
  readonly token: string | null;
}

/** Everything in which the SQL stores differ, apart from the words of their statements ({@link Words}). */
export interface Dialect {
  readonly filters: FilterDialect;
  readonly search: SearchDialect;
  readonly recalls: Layout<RecallRecord>;
  readonly keys: Layout<ApiKey>;
  readonly index: IndexDialect;
  readonly past: PastDialect;
  readonly line: LineDialect;
  readonly fitsSpace: FitsSpace;
  /** The strongest edges of each node on either side, without those of retracted memories. Null for all families. */
  readonly neighbours: (
    bank: number,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[] | null,
    limit: number,
  ) => Query<readonly Edge[]>;
  /** The columns of a claim; `claimKey`: those of its key. */
  readonly claim: (bank: number, claim: StoredClaim) => Columns;
  /** The sort columns of the table of claims. */
  readonly claimOrder: readonly string[];
  readonly claimKey: (bank: number, claim: StoredClaim) => Columns;
  /** The id of an edge in its table, which may limit the length. */
  readonly keyOf: (id: string) => string;
  /** The indexed prefix of a key, where an index limits the length of keys. */
  readonly leadOf?: (key: string) => string;
  /** The tables with rows of banks, dependent tables first, each with the condition for the rows of one bank. */
  readonly tables: readonly (readonly [table: string, ofBank: string])[];
  /** Start of a statement that deletes memories' words from the full-text index, where that is a separate table. */
  readonly forgetWords?: string;
}

/** Runs queries; `query` gets the bank's number. Each write is a transaction. */
export interface Database {
  readonly dialect: Dialect;
  read<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** For long reads: other work is interleaved. */
  readLong<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** Passes the bank's current row. */
  readRow<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  write<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  /** For data that belongs to no bank. */
  readFile<T>(query: () => Query<T>): Promise<T>;
  /** Reads rows of one bank, or of all if null. */
  readBanks<T>(bank: BankName | null, query: () => Query<T>): Promise<T>;
  writeFile<T>(query: () => Query<T>): Promise<T>;
}
