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
  /** The last place in its order of recording that was given; none where the store counts. */
  readonly nums?: number;
  readonly settings: Partial<BankSettings>;
}

/** What search needs of a dialect. */
interface SearchDialect {
  /** The memories that fulfil a condition and have any of the words, best by BM25 first. */
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

/** How a store lays out what is kept besides its id. */
export interface Layout<Kept> {
  readonly names: readonly string[];
  readonly values: (kept: Kept) => readonly SqlValue[];
  readonly read: (row: object) => Kept;
}

/** What an index is told of a memory: neither its text nor its evidence, only how good that is. */
export interface IndexDialect {
  /** Of memory `m`. */
  readonly columns: string;
  readonly memory: (row: Readonly<Record<string, unknown>>) => IndexRow['memory'];
}

/** A former state of a record, as the journal has it. */
export interface StoredImage {
  readonly id: string;
  readonly image: string | null;
}

/** A record that was taken away. */
export interface RemovedRow extends StoredRow {
  readonly kind: Removable;
  readonly id: string;
  readonly taken: number;
}

/** How the journal keeps what was replaced and what was taken away. */
export interface PastDialect {
  readonly image: (
    bank: number,
    sequence: number,
    image: readonly [kind: JournaledKind, id: string, record: unknown],
  ) => Columns;
  /** Null for the image of what was not there; undefined for one that cannot be read, where the store goes on without. */
  readonly ofImage: <Kind extends JournaledKind>(
    bank: number,
    kind: Kind,
    stored: StoredImage,
  ) => JournaledRecords[Kind] | null | undefined;
  readonly removed: (bank: number, row: RemovedRow) => Columns;
  /** Columns that {@link ofRemoved} reads. */
  readonly removedColumns: string;
  /** Null for one that cannot be read. */
  readonly ofRemoved: (row: Readonly<Record<string, unknown>>) => RemovedRow | null;
}

type Line = Pick<Change, 'at' | 'verb' | 'actor' | 'reason' | 'reverts' | 'encoder'>;

/** How a change gets its line in the journal. */
interface LineDialect {
  /** The number of the change; the line may be written by now. */
  readonly begin: (bank: BankRow, change: Line) => Query<number>;
  /** Numbers that no other change gets: so many, after this one. */
  readonly reserve: (count: number) => Query<number>;
  /** Once the records are in their places: the line, and how far the bank is. */
  readonly end: (bank: BankRow, change: Line, done: DoneChange) => Query<void>;
}

interface DoneChange {
  readonly sequence: number;
  /** The last place in the bank's order of recording that was given; null where the store counts. */
  readonly nums: number | null;
  /** The bank's settings from here on, as JSON; null where they stay. */
  readonly settings: string | null;
  /** By which a change is known again whose end was not heard. */
  readonly token: string | null;
}

/** What a store of SQL does in its own way, besides the words of its statements. */
export interface Dialect {
  readonly filters: FilterDialect;
  readonly search: SearchDialect;
  readonly recalls: Layout<RecallRecord>;
  readonly keys: Layout<ApiKey>;
  readonly index: IndexDialect;
  readonly past: PastDialect;
  readonly line: LineDialect;
  readonly fitsSpace: FitsSpace;
  /** Links of nodes, the strongest of each on either side; those of retracted memories are left out. Null for all families. */
  readonly neighbours: (
    bank: number,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[] | null,
    limit: number,
  ) => Query<readonly Edge[]>;
  /** Columns of a claim, and those of them that it is known by. */
  readonly claim: (bank: number, claim: StoredClaim) => Columns;
  /** What claims are sorted by in their table. */
  readonly claimOrder: readonly string[];
  readonly claimKey: (bank: number, claim: StoredClaim) => Columns;
  /** What a link is called in its table, which may not hold names of any length. */
  readonly keyOf: (id: string) => string;
  /** The beginning of a key that an index has, where it does not hold keys of any length. */
  readonly leadOf?: (key: string) => string;
  /** The tables that hold rows of banks, dependent ones first, and which rows are of the bank that is the value. */
  readonly tables: readonly (readonly [table: string, ofBank: string])[];
  /** Begins a statement that takes the words of memories out of the full-text index, where that is no column of theirs. */
  readonly forgetWords?: string;
}

/** Whoever runs queries; `query` gets the bank's number. Each write is a transaction. */
export interface Database {
  readonly dialect: Dialect;
  read<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** What may be much: others get their turn in between. */
  readLong<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** By the bank's row as it is now. */
  readRow<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  write<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  /** What belongs to no bank. */
  readFile<T>(query: () => Query<T>): Promise<T>;
  /** Rows of banks; of all where none is named. */
  readBanks<T>(bank: BankName | null, query: () => Query<T>): Promise<T>;
  writeFile<T>(query: () => Query<T>): Promise<T>;
}
