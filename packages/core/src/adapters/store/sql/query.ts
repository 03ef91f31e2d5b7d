import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import type { StoredName } from '../stored-tables.js';

export type SqlValue =
  string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/** Kinds of records that have a table of their own; a bank's settings are in its row. */
export type RecordKind = Exclude<JournaledKind, 'bank'>;

/** A record, and its place in the bank's order of recording; null for one that cannot be read. */
export interface Placed<Kind extends RecordKind> {
  readonly num: number;
  readonly record: JournaledRecords[Kind] | null;
}

/**
 * What a query asks of whoever runs it. In its SQL a `?` is a value, `IN ?` a list of any length, and a name in
 * braces stands for what a dialect says otherwise ({@link Words}).
 */
export type Asked =
  | { readonly way: 'run'; readonly sql: string; readonly values: readonly SqlValue[] }
  /** Rows of a table: JSON is parsed, and what is damaged is dealt with as the store does. */
  | {
      readonly way: 'rows';
      readonly of: StoredName;
      readonly bank: number | null;
      readonly sql: string;
      readonly values: readonly SqlValue[];
    }
  /** Records of a kind; `sql` goes on after FROM. */
  | {
      readonly way: 'records';
      readonly kind: RecordKind;
      readonly bank: number;
      readonly sql: string;
      readonly values: readonly SqlValue[];
    }
  /** The records that were taken away and are not there again, in their last state. */
  | { readonly way: 'removed'; readonly kind: 'vote'; readonly bank: number }
  /** What these records were at a moment, without those that were not there. */
  | {
      readonly way: 'states';
      readonly kind: 'memory' | 'goal' | 'vote' | 'learned';
      readonly bank: number;
      readonly records: readonly { readonly id: string }[];
      readonly at: Instant;
    };

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
  /** What image `b` in the journal is of, in the bank that is its value. */
  readonly imageOf: string;
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

export function* run(sql: string, ...values: readonly SqlValue[]): Query<void> {
  yield { way: 'run', sql, values };
}

export function* rows<Row>(
  of: StoredName,
  bank: number | null,
  sql: string,
  ...values: readonly SqlValue[]
): Query<readonly Row[]> {
  return (yield { way: 'rows', of, bank, sql, values }) as readonly Row[];
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

export function* statesAt<Kind extends 'memory' | 'goal' | 'vote' | 'learned'>(
  kind: Kind,
  bank: number,
  present: readonly JournaledRecords[Kind][],
  at: Instant,
): Query<JournaledRecords[Kind][]> {
  if (present.length === 0) return [];
  return [
    ...(yield { way: 'states', kind, bank, records: present, at }),
  ] as JournaledRecords[Kind][];
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
