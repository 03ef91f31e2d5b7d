import type { Occurrence } from '../../../domain/day-bounds.js';
import { DAY } from '../../../domain/time.js';
import { LARGEST_OFFSET } from '../../../domain/zone.js';
import type { Filter } from '../../../ports/store.js';
import { metadataSql } from './metadata-sql.js';
import type { SqliteValue } from './sqlite-database.js';

export interface Condition {
  /** A boolean expression over table `memory`, aliased `m`. */
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** Before and after every moment of the calendar. */
const [FIRST, LAST] = [-1e15, 1e15];
/** The bound for a moment, and the one for what is longer. */
const BY_LENGTH = '(CASE WHEN m.occurred_to - m.occurred_from <= 1 THEN ? ELSE ? END)';

/** A filter as a WHERE clause. `asOf` only narrows here: the memory's past version is evaluated afterwards. */
export function filterSql(bank: number, filter: Filter): Condition {
  // Without a session or period no index beats the table's own order; the plus keeps the planner from sorting a whole bank.
  const indexed = filter.session !== undefined || filter.occurred !== undefined;
  const parts: Condition[] = [{ sql: indexed ? 'm.bank = ?' : '+m.bank = ?', values: [bank] }];
  const add = (sql: string, ...values: SqliteValue[]) => parts.push({ sql, values });
  if (filter.asOf !== undefined) add('m.recorded_at <= ?', filter.asOf);
  else if (filter.quarantined === true)
    add(
      `m.quarantine IS NOT NULL AND (NOT ${isJson('m.quarantine')} OR json_extract(m.quarantine, '$.status') = 'held')`,
    );
  else if (filter.onlyRetracted === true)
    add('m.retracted_at IS NOT NULL AND m.quarantine IS NULL');
  else if (filter.includeRetracted !== true) add('m.retracted_at IS NULL');
  if (filter.kinds !== undefined) add(`m.kind IN (${marks(filter.kinds.length)})`, ...filter.kinds);
  if (filter.speaker !== undefined) add('m.speaker = ? COLLATE NOCASE', filter.speaker);
  if (filter.speakers !== undefined)
    add(`m.speaker COLLATE NOCASE IN (${marks(filter.speakers.length)})`, ...filter.speakers);
  if (filter.exceptSpeakers !== undefined)
    add(
      `(m.speaker IS NULL OR m.speaker COLLATE NOCASE NOT IN (${marks(filter.exceptSpeakers.length)}))`,
      ...filter.exceptSpeakers,
    );
  if (filter.session !== undefined) add('m.session = ?', filter.session);
  if (filter.minConfidence !== undefined) add('m.confidence >= ?', filter.minConfidence);
  if (filter.occurred !== undefined) parts.push(occurredSql(filter.occurred));
  for (const tag of filter.tags ?? [])
    add(`EXISTS (SELECT 1 FROM json_each(${listIn('m.tags')}) WHERE value = ?)`, tag);
  if (filter.withoutTag !== undefined)
    add(
      `NOT EXISTS (SELECT 1 FROM json_each(${listIn('m.tags')}) WHERE value = ?)`,
      filter.withoutTag,
    );
  if (filter.metadata !== undefined) {
    const { sql, values } = metadataSql(
      filter.metadata,
      `(CASE WHEN ${isJson('m.metadata')} THEN m.metadata ELSE '{}' END)`,
    );
    add(sql, ...values);
  }
  return {
    sql: parts.map((part) => part.sql).join(' AND '),
    values: parts.flatMap((part) => part.values),
  };
}

/** Whether it happened in that time, or, where that will do, was told again in it ({@link retellingsOf}). */
function occurredSql({ from, to, dated, retold }: Occurrence): Condition {
  const { from: first = FIRST, to: last = LAST } = { from, to };
  const own: Condition =
    dated === undefined
      ? { sql: 'm.occurred_to > ? AND m.occurred_from < ?', values: [first, last] }
      : {
          sql: `m.occurred_to > ${BY_LENGTH} AND m.occurred_from < ${BY_LENGTH}`,
          values: [first, dated.from ?? first, last, dated.to ?? last],
        };
  if (retold !== true) return own;
  return {
    sql: `(${own.sql} OR (instr(m.provenance, '},{') > 0
      AND m.occurred_to - m.occurred_from <= ${DAY} AND abs(m.occurred_from - m.said_at) <= ${LARGEST_OFFSET}
      AND NOT EXISTS (SELECT 1 FROM json_each(${listIn('m.dates')}) WHERE NOT json_extract(value, '$.recurring'))
      AND EXISTS (SELECT 1 FROM json_each(${listIn('m.provenance')}) WHERE json_extract(value, '$.saidAt') >= ? AND json_extract(value, '$.saidAt') < ?)))`,
    values: [...own.values, first, last],
  };
}

const listIn = (column: string): string =>
  `CASE WHEN ${isJson(column)} THEN ${column} ELSE '[]' END`;

/** SQLite’s JSON functions fail on all rows if one contains invalid JSON. */
function isJson(column: string): string {
  return `(typeof(${column}) = 'text' AND json_valid(${column}))`;
}

export function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
