import type { Period } from '../../../domain/time.js';
import type { Filter } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import type { SqliteValue } from './sqlite-database.js';

export interface Condition {
  /** A boolean expression over table `memory`, aliased `m`. */
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

export type Span = Pick<Period, 'from' | 'to'>;

/**
 * A filter as a WHERE clause, with a second period that must be touched too, when given. With `asOf` it lets through
 * whatever changed since: what such a memory was then is decided on its past image, by {@link heldBy}.
 * Lists travel as one JSON value, so that the same few statements serve lists of any length.
 */
export function filterSql(connection: Connection, bank: number, filter: Filter, within?: Span): Condition {
  const present = presentConditions(connection, bank, filter, within);
  const sql = present.map((part) => part.sql).join(' AND ') || '1';
  const values = present.flatMap((part) => part.values);
  if (filter.asOf === undefined) return { sql: `m.bank = ? AND ${sql}`, values: [bank, ...values] };
  return {
    sql: `m.bank = ? AND m.recorded_at <= ? AND (${sql} OR EXISTS (
      SELECT 1 FROM journal_before b JOIN journal j ON j.sequence = b.sequence
      WHERE b.id = m.id AND b.type = 'memory' AND j.bank = m.bank AND j.at > ?))`,
    values: [bank, filter.asOf, ...values, filter.asOf],
  };
}

function presentConditions(connection: Connection, bank: number, filter: Filter, within: Span | undefined): Condition[] {
  const parts: Condition[] = [];
  const add = (sql: string, ...values: SqliteValue[]) => parts.push({ sql, values });
  const { asOf, kinds, tags, occurred } = filter;
  if (filter.includeRetracted !== true) {
    if (asOf === undefined) add('m.retracted_at IS NULL');
    else add('(m.retracted_at IS NULL OR m.retracted_at > ?)', asOf);
  }
  if (kinds !== undefined) add('m.kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds));
  if (filter.speaker !== undefined) parts.push(speakerCondition(connection, bank, filter.speaker));
  if (filter.session !== undefined) add('m.session = ?', filter.session);
  if (filter.minConfidence !== undefined) add('m.confidence >= ?', filter.minConfidence);
  for (const { from, to } of [occurred ?? {}, within ?? {}]) {
    if (from !== undefined) add('m.occurred_to > ?', from);
    if (to !== undefined) add('m.occurred_from < ?', to);
  }
  if (tags?.length === 0) add('0');
  else if (tags !== undefined) {
    add('NOT EXISTS (SELECT 1 FROM json_each(?) AS t WHERE t.value NOT IN (SELECT value FROM json_each(m.tags)))', JSON.stringify(tags));
  }
  return parts;
}

const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/** SQLite folds the case of ASCII alone; for other letters the bank's names are folded here and compared exactly. */
function speakerCondition(connection: Connection, bank: number, speaker: string): Condition {
  if (ASCII_ONLY.test(speaker)) return { sql: 'm.speaker = ? COLLATE NOCASE', values: [speaker] };
  const wanted = speaker.toLowerCase();
  const rows = connection.statement('SELECT DISTINCT speaker FROM memory WHERE bank = ?').all(bank) as { speaker: string | null }[];
  const names = rows.flatMap((row) => (row.speaker?.toLowerCase() === wanted ? [row.speaker] : []));
  return { sql: 'm.speaker IN (SELECT value FROM json_each(?))', values: [JSON.stringify(names)] };
}
