import type { Embedding, StoredTerms } from '../../../domain/change.js';
import type { Erasure } from '../../../domain/forgetting.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Raw } from '../stored-cells.js';
import type { StoredName } from '../stored-tables.js';

export type SqlValue =
  string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/** Kinds of records that have a table of their own; a bank's settings are in its row. */
export type RecordKind = Exclude<JournaledKind, 'bank'>;

/** In the order in which they get their places: what others name comes before them. */
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

/** A record, its place in the bank's order of recording, and the change that founded it; null for one that cannot be read. */
export interface Placed<Kind extends RecordKind> {
  readonly num: number;
  readonly created: number;
  readonly record: JournaledRecords[Kind] | null;
}

/** A record as it lies in its table. */
export interface StoredRow<Record = unknown> {
  /** Its place in the bank's order of recording; null where the store gives places by itself. */
  readonly num: number | null;
  /** The change that founded it. */
  readonly created: number;
  /** Null for one that cannot be read. */
  readonly record: Record | null;
  /** The row as it lies there, where some of it cannot be read: it is set aside before it is replaced. */
  readonly damaged?: Raw | undefined;
  /** Whether it was in this place before, and was taken away. */
  readonly back?: true;
  /** The change that put it last, where that is another than the one at hand. */
  readonly changed?: number;
}

/** A row that was found by its key. */
export interface FoundRow extends StoredRow {
  readonly kind: RecordKind;
  readonly id: string;
}

export type Keys = ReadonlyMap<RecordKind, ReadonlySet<string>>;

/** Columns of a row of a table that is no record's. */
export type Columns = Readonly<Record<string, string | number | null | Uint8Array>>;

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * What a query asks of whoever runs it. In its SQL a `?` is a value, `IN ?` a list of any length, and a name in
 * braces stands for what a dialect says otherwise ({@link Words}).
 */
export type Asked =
  /** Answered by how many rows it touched. */
  | ({ readonly way: 'run' } & Statement)
  /** Rows as they lie there. */
  | ({ readonly way: 'raw' } & Statement)
  /** Rows of a table: JSON is parsed, and what is damaged is dealt with as the store does. */
  | ({ readonly way: 'rows'; readonly of: StoredName; readonly bank: number | null } & Statement)
  /** The same of rows that were read. */
  | {
      readonly way: 'sound';
      readonly of: StoredName;
      readonly bank: number;
      readonly rows: readonly Raw[];
    }
  /** Records of a kind; `sql` goes on after FROM. */
  | ({ readonly way: 'records'; readonly kind: RecordKind; readonly bank: number } & Statement)
  | { readonly way: 'find'; readonly bank: number; readonly keys: Keys }
  /** Rows that are new, or take the place of the one of their name. `sequence` is the change that puts them. */
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
  /** Rows of the same columns; those that are there already are left. Answered by how many were not. */
  | { readonly way: 'insert'; readonly into: string; readonly rows: readonly Columns[] }
  /** Takes away the rows that have these values. */
  | { readonly way: 'delete'; readonly from: string; readonly rows: readonly Columns[] }
  /** What was read off the texts of memories, which are there. */
  | {
      readonly way: 'derived';
      readonly bank: number;
      readonly readings: readonly StoredTerms[];
      readonly embeddings: readonly Embedding[];
    }
  /** Takes the names that an erasure is of out of all text that stays, and what tells of a record that goes. */
  | { readonly way: 'sweep'; readonly bank: number; readonly erasure: Erasure }
  /** From here on it is this bank that is read and written. */
  | { readonly way: 'enter'; readonly bank: number };

/** Statements, and what is made of their rows, whoever runs them: SQLite at once, PostgreSQL over a socket. */
export type Query<T> = Generator<Asked, T, readonly unknown[]>;

/** What the dialects say in different words. */
export interface Words {
  /** Begins a condition on the bank that no index is to be chosen for: the table's own order is best. */
  readonly unindexed: string;
  /** After FROM memory: the memories that end, by when. */
  readonly byExpiry: string;
  /** When a memory ends, as the tag that says so. */
  readonly expiry: string;
  /** That it ends by the moment of a tag. */
  readonly expired: string;
  /** The number in a token such as `[card_12]`. */
  readonly tokenNumber: string;
  /** That usage `u` and vector `x` are of memory `m`. */
  readonly usageOf: string;
  readonly vectorOf: string;
  /** The columns that usage is found by, and their values of memory `m`. */
  readonly usageKey: string;
  readonly usageOwner: string;
  /** The kind of an image in the journal, or of what was taken away. */
  readonly kind: string;
  /** That image `b` in the journal is of the bank that is its value. */
  readonly ofBank: string;
  /** The same where all of a bank are read. */
  readonly ofChanges: string;
  /** That line `j` of the journal is of image `b`. */
  readonly lineOf: string;
  /** What a link is called. */
  readonly edgeName: string;
  /** After a row that is read to be written: others wait. */
  readonly locked: string;
  /** That memory `m` was put by a change that is undone now. */
  readonly undone: string;
  /** How much all of it takes on the disk. */
  readonly bytes: string;
  /** Of memory `m`: that it is quarantined; its speaker, without regard to case; that it has a tag. */
  readonly held: string;
  readonly speaker: string;
  readonly hasTag: string;
  /** That memory `m` was told again from one moment until another. */
  readonly retold: string;
}

export type Word = keyof Words;

/** How many rows it touched. */
export function* run(sql: string, ...values: readonly SqlValue[]): Query<number> {
  return (yield { way: 'run', sql, values })[0] as number;
}

export function* raw<Row>(sql: string, ...values: readonly SqlValue[]): Query<readonly Row[]> {
  return (yield { way: 'raw', sql, values }) as readonly Row[];
}

/** How many of them were not there. */
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
): Query<readonly Placed<Kind>[]> {
  return (yield { way: 'records', kind, bank, sql, values }) as readonly Placed<Kind>[];
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

/** Conditions that grow with what is asked. */
export class Conditions {
  readonly #parts: string[] = [];
  readonly values: SqlValue[] = [];

  /** Adds a condition, unless one of its values is not given. */
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

/** SQL with a dialect's words, and its values marked by `mark`, which is told the value's number and whether it is a list. */
export function compiler(
  words: Words,
  mark: (number: number, list: boolean) => string,
): (sql: string) => string {
  const known = new Map<string, string>();
  return (sql) => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    let number = 0;
    const compiled = sql
      .replace(/\{(\w+)\}/g, (_, word: string) => words[word as Word])
      .replace(/(IN )?\?/g, (_, list: string | undefined) => mark(++number, list !== undefined));
    known.set(sql, compiled);
    return compiled;
  };
}
