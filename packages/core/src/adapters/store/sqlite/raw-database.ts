import type { SqliteStatement } from './sqlite-database.js';

/** What the drivers' constructors return. */
export interface RawDatabase {
  prepare(sql: string): RawStatement;
  exec(sql: string): unknown;
  close(): unknown;
  /** Only in better-sqlite3. */
  backup?(
    path: string,
    options: {
      readonly progress: (left: {
        readonly totalPages: number;
        readonly remainingPages: number;
      }) => number;
    },
  ): Promise<unknown>;
}

export interface RawStatement extends SqliteStatement {
  /** Only in better-sqlite3. */
  raw?(on: boolean): SqliteStatement;
  /** Only in node:sqlite, from Node 24 on. */
  setReturnArrays?(on: boolean): void;
}
