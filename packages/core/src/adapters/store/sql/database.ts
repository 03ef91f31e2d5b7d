import type { ApiKey } from '../../../domain/access.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { IndexRow } from '../../../ports/store-derived.js';
import type { Hit } from '../../../ports/store-queries.js';
import type { Condition, FilterDialect } from './filter-sql.js';
import type { Query, SqlValue } from './query.js';

/** What search needs of a dialect. */
export interface SearchDialect {
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

/** How a store lays out a record besides what it is found by. */
export interface Columns<Record> {
  readonly names: readonly string[];
  readonly values: (record: Record) => readonly SqlValue[];
  readonly read: (row: object) => Record;
}

/** What an index is told of a memory: neither its text nor its evidence, only how good that is. */
export interface IndexDialect {
  /** Of memory `m`. */
  readonly columns: string;
  readonly memory: (row: Readonly<Record<string, unknown>>) => IndexRow['memory'];
}

/** What a store of SQL does in its own way, besides the words of its statements. */
export interface Dialect {
  readonly filters: FilterDialect;
  readonly search: SearchDialect;
  readonly recalls: Columns<RecallRecord>;
  readonly keys: Columns<ApiKey>;
  readonly index: IndexDialect;
  /** The beginning of a key that an index has, where it does not hold keys of any length. */
  readonly leadOf?: (key: string) => string;
}

/** Whoever runs queries; `query` gets the bank's number. Each write is a transaction. */
export interface Database {
  readonly dialect: Dialect;
  read<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  write<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** What belongs to no bank. */
  readFile<T>(query: () => Query<T>): Promise<T>;
  writeFile<T>(query: () => Query<T>): Promise<T>;
}
