import { type ErrorCode, MnemeError } from '../../../domain/errors.js';

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
  readonly driver:
    'better-sqlite3' | 'node:sqlite' | 'node-sqlite3-wasm' | 'better-sqlite3-multiple-ciphers';
  readonly readOnly: boolean;
  /** Whether its pages are encrypted, in the log too. */
  readonly sealed: boolean;
  prepare(sql: string): SqliteStatement;
  /** A statement whose `all` returns each row as an array of values, in column order: half the work for wide rows. */
  prepareLists(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
  /** Copies the file page by page while others write; `onPages` may throw to stop it. Absent if the driver lacks it. */
  copyTo?(path: string, onPages: (done: number, total: number) => void): Promise<void>;
  /** Lets the tables behind a virtual table be written. Only in better-sqlite3, which forbids it. */
  allowShadowWrites?(): void;
}

/** What the drivers' constructors return. */
export interface RawDatabase {
  prepare(sql: string): RawStatement;
  exec(sql: string): unknown;
  close(): unknown;
  /** Only in better-sqlite3. */
  unsafeMode?(on: boolean): unknown;
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

const DAMAGED: readonly [ErrorCode, string] = [
  'corrupt',
  'Restore a backup with `mneme backup restore`. Where the file still opens, `mneme doctor` tells what is damaged.',
];

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) that matter to our callers. */
const BY_NUMBER: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ['locked', 'Another process holds the file; try again, or close the other program.'],
  6: ['locked', 'Another process holds the file; try again, or close the other program.'],
  8: ['read_only', 'Make the file and its folder writable, or open it only to read (--read-only).'],
  10: [
    'disk_full',
    'The disk refused a read or a write; look at free space and at the disk’s health.',
  ],
  11: DAMAGED,
  13: ['disk_full', 'Free some space; nothing of this change was written.'],
  14: ['not_found', 'Look at the path and at the rights on its folder.'],
  // Our statements only fail this way on data that another program wrote.
  1: DAMAGED,
  19: DAMAGED,
  20: DAMAGED,
  26: ['not_a_bank', 'Give the path of a file that Mneme made.'],
};

const BY_NAME: readonly (readonly [string, number])[] = [
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_READONLY', 8],
  ['SQLITE_IOERR', 10],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_NOTADB', 26],
  ['SQLITE_ERROR', 1],
  ['SQLITE_CONSTRAINT', 19],
  ['SQLITE_MISMATCH', 20],
];

/** Translates a driver's exception into one of ours; anything else is returned unchanged. */
export function translateSqliteError(error: unknown, path: string): unknown {
  const number = primaryCode(error);
  const known = number === null ? undefined : BY_NUMBER[number];
  if (known === undefined) return error;
  const [code, hint] = known;
  const reason = error instanceof Error ? error.message : String(error);
  return new MnemeError(code, `${path}: ${reason}.`, {
    field: 'file',
    value: path,
    hint,
    cause: error,
  });
}

export function isBusy(error: unknown): boolean {
  const number = primaryCode(error);
  return number === 5 || number === 6;
}

export const isNoDatabase = (error: unknown): boolean => primaryCode(error) === 26;

/**
 * better-sqlite3 names the code (`SQLITE_BUSY_SNAPSHOT`), node:sqlite numbers it (`errcode`, extended in the high
 * bits).
 */
function primaryCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return errcode & 0xff;
  if (typeof code !== 'string') return null;
  return BY_NAME.find(([name]) => code.startsWith(name))?.[1] ?? null;
}
