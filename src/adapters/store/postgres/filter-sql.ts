import type { Filter } from '../../../ports/store.js';
import { metadataSql } from './metadata-sql.js';
import type { PgValue } from './postgres-database.js';

export interface Condition {
  /** A boolean expression over table `memory`, aliased `m`; its first value is the bank. */
  readonly sql: string;
  readonly values: readonly PgValue[];
}

/** A filter as a WHERE clause. `asOf` only narrows here: what a memory was then is decided on its past image. */
export function filterSql(
  bank: number,
  filter: Filter,
  before: readonly PgValue[] = [],
): Condition {
  const values: PgValue[] = [bank, ...before];
  const parts = ['m.bank = $1'];
  const mark = (value: PgValue): string => `$${values.push(value)}`;
  const folded = (names: readonly string[]): string =>
    `ANY(${mark(names.map((name) => name.toLowerCase()))}::text[])`;
  if (filter.asOf !== undefined) parts.push(`m.recorded_at <= ${mark(filter.asOf)}`);
  else if (filter.quarantined === true) parts.push(`m.quarantine = 'held'`);
  else if (filter.includeRetracted !== true) parts.push('m.retracted_at IS NULL');
  if (filter.kinds !== undefined) parts.push(`m.kind = ANY(${mark(filter.kinds)}::text[])`);
  if (filter.speaker !== undefined) parts.push(`lower(m.speaker) = ${folded([filter.speaker])}`);
  if (filter.speakers !== undefined) parts.push(`lower(m.speaker) = ${folded(filter.speakers)}`);
  if (filter.exceptSpeakers !== undefined)
    parts.push(`(m.speaker IS NULL OR NOT lower(m.speaker) = ${folded(filter.exceptSpeakers)})`);
  if (filter.session !== undefined) parts.push(`m.session = ${mark(filter.session)}`);
  if (filter.minConfidence !== undefined)
    parts.push(`m.confidence >= ${mark(filter.minConfidence)}`);
  const byLength = (moment: number, dated = moment): string =>
    `(CASE WHEN m.occurred_to - m.occurred_from <= 1 THEN ${mark(moment)}::bigint ELSE ${mark(dated)}::bigint END)`;
  const { from, to, dated = {} } = filter.occurred ?? {};
  if (from !== undefined) parts.push(`m.occurred_to > ${byLength(from, dated.from)}`);
  // The larger alone first, as the index knows it.
  if (to !== undefined) parts.push(`m.occurred_from < ${mark(Math.max(to, dated.to ?? to))}`);
  if (to !== undefined && dated.to !== undefined)
    parts.push(`m.occurred_from < ${byLength(to, dated.to)}`);
  for (const tag of filter.tags ?? []) parts.push(`jsonb_exists(m.tags, ${mark(tag)}::text)`);
  if (filter.metadata !== undefined) parts.push(metadataSql(filter.metadata, 'm.metadata', mark));
  return { sql: parts.join(' AND '), values };
}
