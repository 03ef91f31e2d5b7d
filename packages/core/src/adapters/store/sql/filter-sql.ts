import { MnemeError } from '../../../domain/errors.js';
import type { FieldCondition, MetadataCondition } from '../../../domain/metadata-filter.js';
import type { Occurrence } from '../../../domain/occurrence.js';
import type { Filter, Page } from '../../../ports/store.js';
import { Conditions, type SqlValue } from './query.js';

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
