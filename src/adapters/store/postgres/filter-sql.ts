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
  if (filter.occurred?.from !== undefined)
    parts.push(`m.occurred_to > ${mark(filter.occurred.from)}`);
  if (filter.occurred?.to !== undefined)
    parts.push(`m.occurred_from < ${mark(filter.occurred.to)}`);
  for (const tag of filter.tags ?? []) parts.push(`jsonb_exists(m.tags, ${mark(tag)}::text)`);
  if (filter.metadata !== undefined) parts.push(metadataSql(filter.metadata, 'm.metadata', mark));
  return { sql: parts.join(' AND '), values };
}
