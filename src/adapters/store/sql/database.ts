import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { Hit } from '../../../ports/store-search.js';
import type { Condition, FilterDialect } from './filter-sql.js';
import type { Query } from './query.js';
import type { RecallColumns } from './recalls.js';

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

/** What a store of SQL does in its own way, besides the words of its statements. */
export interface Dialect {
  readonly filters: FilterDialect;
  readonly search: SearchDialect;
  readonly recalls: RecallColumns;
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
