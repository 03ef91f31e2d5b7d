import type { Raw } from '../stored-cells.js';
import type { StoredName } from '../stored-tables.js';
import type {
  Change,
  Embedding,
  JournaledKind,
  JournaledRecords,
  RemovableKind,
  StoredTerms,
} from '../../../domain/change.js';
import type { Erasure } from '../../../domain/forgetting-and-merging.js';
import type { Edge } from '../../../domain/graph.js';

export type SqlValue =
  string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/** Kinds of records that have a table; a bank's settings are in its row. */
export type RecordKind = Exclude<JournaledKind, 'bank'>;

/** In the order of insertion: records that others refer to come before them. */
export const RECORD_KINDS = [
  'session',
  'context',
  'goal',
  'vote',
  'conflict',
  'learned',
  'entity',
  'memory',
  'edge',
] as const satisfies readonly RecordKind[];

/** A record, its number in the bank's recording order, and the change that created it; null if unreadable. */
export interface NumberedRecord<Kind extends RecordKind> {
  readonly num: number;
  readonly created: number;
  readonly record: JournaledRecords[Kind] | null;
}

/** A record as stored in its table. */
export interface StoredRow<Record = unknown> {
  /** Its number in the bank's recording order; null where the database assigns it. */
  readonly num: number | null;
  /** The change that created it. */
  readonly created: number;
  /** Null if unreadable. */
  readonly record: Record | null;
  /** The stored row, if parts of it are unreadable: it is set aside before it is replaced. */
  readonly damaged?: Raw | undefined;
  /** Whether it was removed before and is being restored. */
  readonly back?: true;
  /** The change that last put it, if other than the current one. */
  readonly changed?: number;
  /** What was derived from the text of a memory, where both are in one row. */
  readonly reading?: StoredTerms | undefined;
}

/** A row found by its key. */
export interface FoundRow extends StoredRow {
  readonly kind: RecordKind;
  readonly id: string;
}

export type Keys = ReadonlyMap<RecordKind, ReadonlySet<string>>;

/** Columns of a row in a table that is not a record's. */
export type Columns = Readonly<Record<string, string | number | null | Uint8Array>>;

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * What a query requests from its runner. In the SQL, `?` is a value, `IN ?` a list of any length, and a name in
 * braces is replaced by the dialect's text ({@link SqlFragments}).
 */
export type QueryRequest =
  /** Returns the number of rows affected. */
  | ({ readonly way: 'run' } & Statement)
  /** Rows as stored. */
  | ({ readonly way: 'raw' } & Statement)
  /** Rows of a table with JSON parsed; the store decides how to treat damaged cells. */
  | ({ readonly way: 'rows'; readonly of: StoredName; readonly bank: number | null } & Statement)
  /** The same for rows already read. */
  | {
      readonly way: 'sound';
      readonly of: StoredName;
      readonly bank: number;
      readonly rows: readonly Raw[];
    }
  /** Records of a kind; `sql` is what follows FROM. */
  | ({ readonly way: 'records'; readonly kind: RecordKind; readonly bank: number } & Statement)
  | { readonly way: 'find'; readonly bank: number; readonly keys: Keys }
  /** Inserts rows, or replaces those with the same id. `sequence` is the change that puts them. */
  | {
      readonly way: 'put';
      readonly bank: number;
      readonly kind: RecordKind;
      readonly rows: readonly StoredRow[];
      readonly sequence: number;
    }
  | {
      readonly way: 'drop';
      readonly bank: number;
      readonly kind: RecordKind;
      readonly rows: readonly Pick<FoundRow, 'id' | 'damaged'>[];
    }
  /** Inserts rows with the same columns and skips existing ones. Returns the number inserted. */
  | { readonly way: 'insert'; readonly into: string; readonly rows: readonly Columns[] }
  /** Deletes the rows with these values. */
  | { readonly way: 'delete'; readonly from: string; readonly rows: readonly Columns[] }
  /** Writes data derived from the texts of existing memories. */
  | {
      readonly way: 'derived';
      readonly bank: number;
      readonly readings: readonly StoredTerms[];
      readonly embeddings: readonly Embedding[];
    }
  /** Removes the erased names from all remaining text, and whatever refers to erased records. */
  | { readonly way: 'sweep'; readonly bank: number; readonly erasure: Erasure }
  /** Selects the bank for all later statements. */
  | { readonly way: 'enter'; readonly bank: number };

/**
 * Statements and the processing of their rows, independent of the runner: SQLite synchronously, PostgreSQL over a
 * socket.
 */
export type Query<T> = Generator<QueryRequest, T, readonly unknown[]>;

/** SQL fragments that differ between dialects. */
export interface SqlFragments {
  /** Prefix of a condition on the bank that keeps the planner from using an index: the table's own order is best. */
  readonly unindexed: string;
  /** Follows FROM memory: expiring memories, by the index on expiry. */
  readonly byExpiry: string;
  /** The expression that sorts memories by their expiry tag. */
  readonly expiry: string;
  /** True if it expires by the moment in the tag given. */
  readonly expired: string;
  /** The number in a token such as `[card_12]`. */
  readonly tokenNumber: string;
  /** Join conditions of usage `u` and vector `x` with memory `m`. */
  readonly usageOf: string;
  readonly vectorOf: string;
  /** The key columns of usage, and their values for memory `m`. */
  readonly usageKey: string;
  readonly usageOwner: string;
  /** The column with the kind, in the tables of images and of removed records. */
  readonly kind: string;
  /** True if image `b` in the journal belongs to the bank given. */
  readonly ofBank: string;
  /** The same, for reading all images of a bank. */
  readonly ofChanges: string;
  /** Join condition of journal row `j` with image `b`. */
  readonly lineOf: string;
  /** The expression for the id of an edge. */
  readonly edgeName: string;
  /** Suffix of a read that locks the row for a write. */
  readonly locked: string;
  /** True if memory `m` was put by a change that is undone. */
  readonly undone: string;
  /** The size of the store on disk, in bytes. */
  readonly bytes: string;
  /** For memory `m`: whether it is quarantined; its speaker, case-insensitively; whether it has a tag. */
  readonly held: string;
  readonly speaker: string;
  readonly hasTag: string;
  /** True if memory `m` was restated between two moments. */
  readonly retold: string;
}

type SqlFragment = keyof SqlFragments;

/** The number of rows affected. */
export function* run(sql: string, ...values: readonly SqlValue[]): Query<number> {
  return (yield { way: 'run', sql, values })[0] as number;
}

export function* raw<Row>(sql: string, ...values: readonly SqlValue[]): Query<readonly Row[]> {
  return (yield { way: 'raw', sql, values }) as readonly Row[];
}

/** The number of rows inserted. */
export function* insert(into: string, rows: readonly Columns[]): Query<number> {
  return rows.length === 0 ? 0 : ((yield { way: 'insert', into, rows })[0] as number);
}

export function* remove(from: string, rows: readonly Columns[]): Query<void> {
  if (rows.length > 0) yield { way: 'delete', from, rows };
}

export function* find(bank: number, keys: Keys): Query<readonly FoundRow[]> {
  if ([...keys.values()].every(({ size }) => size === 0)) return [];
  return (yield { way: 'find', bank, keys }) as readonly FoundRow[];
}

export function* put(
  bank: number,
  kind: RecordKind,
  rows: readonly StoredRow[],
  sequence: number,
): Query<void> {
  if (rows.length > 0) yield { way: 'put', bank, kind, rows, sequence };
}

export function* rows<Row>(
  of: StoredName,
  bank: number | null,
  sql: string,
  ...values: readonly SqlValue[]
): Query<readonly Row[]> {
  return (yield { way: 'rows', of, bank, sql, values }) as readonly Row[];
}

export function* soundRows(
  of: StoredName,
  bank: number,
  rows: readonly Raw[],
): Query<readonly Raw[]> {
  return (yield { way: 'sound', of, bank, rows }) as readonly Raw[];
}

export function* placed<Kind extends RecordKind>(
  kind: Kind,
  bank: number,
  sql: string,
  ...values: readonly SqlValue[]
): Query<readonly NumberedRecord<Kind>[]> {
  return (yield { way: 'records', kind, bank, sql, values }) as readonly NumberedRecord<Kind>[];
}

export function* records<Kind extends RecordKind>(
  kind: Kind,
  bank: number,
  sql: string,
  ...values: readonly SqlValue[]
): Query<JournaledRecords[Kind][]> {
  const found = yield* placed(kind, bank, sql, ...values);
  return found.flatMap(({ record }) => record ?? []);
}

/** A WHERE clause built up from optional conditions. */
export class Conditions {
  readonly #parts: string[] = [];
  readonly values: SqlValue[] = [];

  /** Adds a condition, unless one of its values is undefined. */
  require(sql: string, ...values: readonly (SqlValue | undefined)[]): this {
    const given = values.filter((value) => value !== undefined);
    if (given.length < values.length) return this;
    this.#parts.push(sql);
    this.values.push(...given);
    return this;
  }

  get sql(): string {
    return this.#parts.join(' AND ');
  }
}

/**
 * Compiles SQL: inserts a dialect's words, and replaces values by `mark`, given each value's number and whether it is
 * a list.
 */
export function compiler(
  words: SqlFragments,
  mark: (number: number, list: boolean) => string,
): (sql: string) => string {
  const known = new Map<string, string>();
  return (sql) => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    let number = 0;
    const compiled = sql
      .replace(/\{(\w+)\}/g, (_, word: string) => words[word as SqlFragment])
      .replace(/(IN )?\?/g, (_, list: string | undefined) => mark(++number, list !== undefined));
    known.set(sql, compiled);
    return compiled;
  };
}

/** The identity of an edge. */
export function edgeId({ from, role, to, label }: Edge): string {
  return [from, role, to, label].join('|');
}

/** Kinds of records whose complete rows may be removed and restored. */
export type Removable = RemovableKind | 'edge';

/**
 * Records that a change puts or refers to, and that may have been removed before, in the order in which they must be
 * restored.
 */
export function* referredRecords(change: Change): Generator<readonly [Removable, string]> {
  for (const { id } of change.votes) yield ['vote', id];
  for (const { id } of change.conflicts) yield ['conflict', id];
  for (const { id } of change.entities) yield ['entity', id];
  for (const { id } of change.contexts) yield ['context', id];
  for (const { id } of change.sessions) yield ['session', id];
  for (const { context, session, retractedAt } of change.memories) {
    if (retractedAt !== null) continue;
    if (context !== null) yield ['context', context];
    if (session !== null) yield ['session', session];
  }
  for (const edge of change.edges) {
    yield ['entity', edge.from];
    yield ['entity', edge.to];
    yield ['edge', edgeId(edge)];
  }
}
