import {
  type Columns,
  Conditions,
  type Query,
  type Removable,
  type SqlValue,
  type StoredRow,
} from './query.js';
import type { ApiKey } from '../../../domain/access.js';
import type { BankSettings } from '../../../domain/bank.js';
import type { Change, JournaledKind, JournaledRecords } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { Edge, EdgeFamily, NodeId } from '../../../domain/graph.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { Occurrence } from '../../../domain/memory-times.js';
import type { FieldCondition, MetadataCondition } from '../../../domain/metadata-filter.js';
import type { StoredClaim } from '../../../domain/validity.js';
import type { IndexRow } from '../../../ports/store-derived.js';
import type { Hit } from '../../../ports/store-records.js';
import type { Filter, FitsSpace, Page } from '../../../ports/store.js';

export interface BankRow {
  readonly num: number;
  readonly name: string;
  readonly created_at: number;
  readonly encoder: string;
  readonly sequence: number;
  /** The last number assigned in the recording order; absent where the database assigns them. */
  readonly nums?: number;
  readonly settings: Partial<BankSettings>;
}

/** The parts of search that depend on the dialect. */
interface SearchDialect {
  /** Memories that fulfil a condition and contain any of the words, best BM25 score first. */
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

/** How a store maps a value to the columns other than its id. */
export interface Layout<Kept> {
  readonly names: readonly string[];
  readonly values: (kept: Kept) => readonly SqlValue[];
  readonly read: (row: object) => Kept;
}

/** The columns of a memory that an index needs: neither its text nor its evidence, only the evidence's quality. */
export interface IndexDialect {
  /** SQL columns of memory `m`. */
  readonly columns: string;
  readonly memory: (row: Readonly<Record<string, unknown>>) => IndexRow['memory'];
}

/** A previous state of a record, as stored in the journal. */
export interface StoredImage {
  readonly id: string;
  readonly image: string | null;
}

/** A removed record. */
export interface RemovedRow extends StoredRow {
  readonly kind: Removable;
  readonly id: string;
  readonly taken: number;
}

/** How the journal stores replaced and removed records. */
export interface PastDialect {
  readonly image: (
    bank: number,
    sequence: number,
    image: readonly [kind: JournaledKind, id: string, record: unknown],
  ) => Columns;
  /** Null if the record did not exist; undefined if the image is unreadable and the store skips it. */
  readonly ofImage: <Kind extends JournaledKind>(
    bank: number,
    kind: Kind,
    stored: StoredImage,
  ) => JournaledRecords[Kind] | null | undefined;
  readonly removed: (bank: number, row: RemovedRow) => Columns;
  /** Columns that {@link ofRemoved} reads. */
  readonly removedColumns: string;
  /** Null for an unreadable row. */
  readonly ofRemoved: (row: Readonly<Record<string, unknown>>) => RemovedRow | null;
}

type JournalFields = Pick<Change, 'at' | 'verb' | 'actor' | 'reason' | 'reverts' | 'encoder'>;

/** How a change is written to the journal. */
interface JournalDialect {
  /** The number of the change; may already write the journal row. */
  readonly begin: (bank: BankRow, change: JournalFields) => Query<number>;
  /** Reserves `count` numbers for changes; they follow the returned one. */
  readonly reserve: (count: number) => Query<number>;
  /** Called after all records are written: writes the journal row and the bank's sequence. */
  readonly end: (bank: BankRow, change: JournalFields, done: DoneChange) => Query<void>;
}

interface DoneChange {
  readonly sequence: number;
  /** The last number assigned in the bank's recording order; null where the database assigns them. */
  readonly nums: number | null;
  /** The bank's new settings as JSON; null if unchanged. */
  readonly settings: string | null;
  /** Identifies the change if the outcome of its commit is not received. */
  readonly token: string | null;
}

/** Everything in which the SQL stores differ, apart from the words of their statements ({@link Words}). */
export interface Dialect {
  readonly filters: FilterDialect;
  readonly search: SearchDialect;
  readonly recalls: Layout<RecallRecord>;
  readonly keys: Layout<ApiKey>;
  readonly index: IndexDialect;
  readonly past: PastDialect;
  readonly line: JournalDialect;
  readonly fitsSpace: FitsSpace;
  /** The strongest edges of each node on either side, without those of retracted memories. Null for all families. */
  readonly neighbours: (
    bank: number,
    ids: readonly NodeId[],
    families: readonly EdgeFamily[] | null,
    limit: number,
  ) => Query<readonly Edge[]>;
  /** The columns of a claim; `claimKey`: those of its key. */
  readonly claim: (bank: number, claim: StoredClaim) => Columns;
  /** The sort columns of the table of claims. */
  readonly claimOrder: readonly string[];
  readonly claimKey: (bank: number, claim: StoredClaim) => Columns;
  /** Whether the terms of a memory are in its row: then they are put together. */
  readonly termsInRow?: true;
  /** The id of an edge in its table, which may limit the length. */
  readonly keyOf: (id: string) => string;
  /** The indexed prefix of a key, where an index limits the length of keys. */
  readonly leadOf?: (key: string) => string;
  /** The tables with rows of banks, dependent tables first, each with the condition for the rows of one bank. */
  readonly tables: readonly (readonly [table: string, ofBank: string])[];
  /** Start of a statement that deletes memories' words from the full-text index, where that is a separate table. */
  readonly forgetWords?: string;
}

/** Runs queries; `query` gets the bank's number. Each write is a transaction. */
export interface Database {
  readonly dialect: Dialect;
  read<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** For long reads: other work is interleaved. */
  readLong<T>(bank: BankName, query: (num: number) => Query<T>): Promise<T>;
  /** Passes the bank's current row. */
  readRow<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  write<T>(bank: BankName, query: (row: BankRow) => Query<T>): Promise<T>;
  /** For data that belongs to no bank. */
  readFile<T>(query: () => Query<T>): Promise<T>;
  /** Reads rows of one bank, or of all if null. */
  readBanks<T>(bank: BankName | null, query: () => Query<T>): Promise<T>;
  writeFile<T>(query: () => Query<T>): Promise<T>;
}

export interface Condition {
  /** A boolean expression over table `memory`, aliased `m`. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** What a filter needs of a dialect, apart from {@link Words}. */
export interface FilterDialect {
  /** A name in the form that `{speaker}` compares. */
  readonly folded: (name: string) => string;
  /** The condition on one field of a memory's metadata. */
  readonly fieldSql: (condition: FieldCondition) => Condition;
}

/** Before and after every representable moment. */
const [FIRST, LAST] = [-1e15, 1e15];
/** The first bound for moments, the second for longer periods. */
const BY_LENGTH =
  '(CASE WHEN m.occurred_to - m.occurred_from <= 1 THEN CAST(? AS bigint) ELSE CAST(? AS bigint) END)';

/** A filter as a WHERE clause. `asOf` only narrows here: the memory's past version is evaluated afterwards. */
export function filterSql(bank: number, filter: Filter, dialect: FilterDialect): Condition {
  const { session, occurred, metadata, speaker } = filter;
  const folded = (names: readonly string[] | undefined) => names?.map(dialect.folded);
  // Without a session or period, no index is faster than the table's own order.
  const indexed = session !== undefined || occurred !== undefined;
  const all = new Conditions().require(indexed ? 'm.bank = ?' : '{unindexed}m.bank = ?', bank);
  if (filter.asOf !== undefined) all.require('m.recorded_at <= ?', filter.asOf);
  else if (filter.quarantined === true) all.require('{held}');
  else if (filter.onlyRetracted === true)
    all.require('m.retracted_at IS NOT NULL AND m.quarantine IS NULL');
  else if (filter.includeRetracted !== true) all.require('m.retracted_at IS NULL');
  all
    .require('m.kind IN ?', filter.kinds)
    .require('{speaker} IN ?', folded(speaker === undefined ? undefined : [speaker]))
    .require('{speaker} IN ?', folded(filter.speakers))
    .require('(m.speaker IS NULL OR NOT {speaker} IN ?)', folded(filter.exceptSpeakers))
    .require('m.session = ?', session)
    .require('m.confidence >= ?', filter.minConfidence);
  if (occurred !== undefined) addOccurred(all, occurred);
  for (const tag of filter.tags ?? []) all.require('{hasTag}', tag);
  all.require('NOT {hasTag}', filter.withoutTag);
  if (metadata !== undefined) {
    const { sql, values } = metadataSql(metadata, dialect);
    all.require(sql, ...values);
  }
  return all;
}

/** Whether the memory occurred in the period or, with `retold`, was restated in it ({@link retellingsOf}). */
function addOccurred(
  all: Conditions,
  { from: first = FIRST, to: last = LAST, dated, retold }: Occurrence,
): void {
  const own =
    dated === undefined
      ? { sql: 'm.occurred_to > ? AND m.occurred_from < ?', values: [first, last] }
      : {
          sql: `m.occurred_to > ${BY_LENGTH} AND m.occurred_from < ${BY_LENGTH}`,
          values: [first, dated.from ?? first, last, dated.to ?? last],
        };
  if (retold === true) all.require(`(${own.sql} OR {retold})`, ...own.values, first, last);
  else all.require(own.sql, ...own.values);
}

function metadataSql(condition: MetadataCondition, dialect: FilterDialect): Condition {
  if ('all' in condition) return joined(condition.all, ' AND ', dialect);
  if ('any' in condition) return joined(condition.any, ' OR ', dialect);
  if (!('not' in condition)) return dialect.fieldSql(condition);
  const { sql, values } = metadataSql(condition.not, dialect);
  return { sql: `NOT ${sql}`, values };
}

function joined(
  parts: readonly MetadataCondition[],
  by: string,
  dialect: FilterDialect,
): Condition {
  const each = parts.map((part) => metadataSql(part, dialect));
  return {
    sql: `(${each.map(({ sql }) => sql).join(by)})`,
    values: each.flatMap(({ values }) => values),
  };
}

export const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Tests of a field's value, joined by OR; `valueSql` builds each. */
export function valueTests(
  condition: Exclude<FieldCondition, { readonly test: 'exists' }>,
  valueSql: (test: keyof typeof OPERATORS, value: string | number | boolean) => Condition,
): Condition {
  const { test, value } = condition;
  const tests = test === 'in' ? value.map((each) => valueSql('eq', each)) : [valueSql(test, value)];
  return {
    sql: `(${tests.map(({ sql }) => sql).join(' OR ')})`,
    values: tests.flatMap(({ values }) => values),
  };
}

/** The position that a page's `next` encodes; 0, before all others, if absent. */
export function parseCursor(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new MnemeError('invalid_input', 'The page cursor is not one that a previous page gave.', {
    field: 'after',
    value: after,
    hint: 'Pass on `next` of the page before, unchanged.',
  });
}

/** The comparison and sort order for the page after a cursor. */
export function pageSql(newestFirst: boolean | undefined, after: string | undefined): PageSql {
  const place = parseCursor(after);
  return newestFirst === true
    ? { comparison: '<', order: 'DESC', place: after === undefined ? NEWEST : place }
    : { comparison: '>', order: 'ASC', place };
}

interface PageSql {
  readonly comparison: '<' | '>';
  readonly order: 'ASC' | 'DESC';
  readonly place: number;
}

/** Greater than every row number. */
const NEWEST = 1e15;

/** A page of rows, given one extra row if more follow; rows that are no item are left out. */
export function pageOf<More extends { readonly num: number }, Item>(
  found: readonly More[],
  limit: number,
  itemOf: (row: More) => Item | null,
): Page<Item> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.flatMap((row) => itemOf(row) ?? []),
    next: found.length > limit && last !== undefined ? String(last.num) : null,
  };
}
