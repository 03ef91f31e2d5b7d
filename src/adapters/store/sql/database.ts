import type { BankName } from '../../../domain/ids.js';
import type { FilterDialect } from './filter-sql.js';
import type { Query } from './query.js';
import type { RecallColumns } from './recalls.js';
import type { SearchDialect } from './search.js';

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
  readFile<T>(query: Query<T>): Promise<T>;
  writeFile<T>(query: () => Query<T>): Promise<T>;
}
