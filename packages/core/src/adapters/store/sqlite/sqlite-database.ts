/** A value that SQLite stores. */
export type SqliteValue = string | number | null | Uint8Array;

/** The methods of a prepared statement that we use; both native drivers have them. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): unknown;
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** The part of a SQLite driver that we use. */
export interface SqliteDatabase {
  /** The driver's name, for `doctor`. */
  readonly driver: 'better-sqlite3' | 'node:sqlite' | 'node-sqlite3-wasm';
  readonly readOnly: boolean;
  prepare(sql: string): SqliteStatement;
  /** A statement whose `all` returns each row as an array of values, in column order: half the work for wide rows. */
  prepareLists(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
  /** Copies the file page by page while others write; `onPages` may throw to stop it. Absent if the driver lacks it. */
  copyTo?(path: string, onPages: (done: number, total: number) => void): Promise<void>;
}

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
