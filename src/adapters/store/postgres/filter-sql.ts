import type { Occurrence } from '../../../domain/day-bounds.js';
import { DAY } from '../../../domain/time.js';
import { LARGEST_OFFSET } from '../../../domain/zone.js';
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
  else if (filter.onlyRetracted === true)
    parts.push('m.retracted_at IS NOT NULL AND m.quarantine IS NULL');
  else if (filter.includeRetracted !== true) parts.push('m.retracted_at IS NULL');
  if (filter.kinds !== undefined) parts.push(`m.kind = ANY(${mark(filter.kinds)}::text[])`);
  if (filter.speaker !== undefined) parts.push(`lower(m.speaker) = ${folded([filter.speaker])}`);
  if (filter.speakers !== undefined) parts.push(`lower(m.speaker) = ${folded(filter.speakers)}`);
  if (filter.exceptSpeakers !== undefined)
    parts.push(`(m.speaker IS NULL OR NOT lower(m.speaker) = ${folded(filter.exceptSpeakers)})`);
  if (filter.session !== undefined) parts.push(`m.session = ${mark(filter.session)}`);
  if (filter.minConfidence !== undefined)
    parts.push(`m.confidence >= ${mark(filter.minConfidence)}`);
  if (filter.occurred !== undefined) parts.push(occurredSql(filter.occurred, mark));
  for (const tag of filter.tags ?? []) parts.push(`jsonb_exists(m.tags, ${mark(tag)}::text)`);
  if (filter.withoutTag !== undefined)
    parts.push(`NOT jsonb_exists(m.tags, ${mark(filter.withoutTag)}::text)`);
  if (filter.metadata !== undefined) parts.push(metadataSql(filter.metadata, 'm.metadata', mark));
  return { sql: parts.join(' AND '), values };
}

/** A moment of telling as a record has it; within a text, the quotation marks would be escaped. */
const SAID_AT = '"saidAt":(-?[0-9]{1,16})';
/** Before and after every moment of the calendar. */
const [FIRST, LAST] = [-1e15, 1e15];

/** Whether it happened in that time, or, where that will do, was told again in it ({@link retellingsOf}). */
function occurredSql(
  { from = FIRST, to = LAST, dated, retold }: Occurrence,
  mark: (value: PgValue) => string,
): string {
  const [first, last] = [mark(from), mark(to)].map((value) => `${value}::bigint`);
  const byLength = (moment: string | undefined, day: number): string =>
    dated === undefined
      ? (moment ?? '')
      : `(CASE WHEN m.occurred_to - m.occurred_from <= 1 THEN ${moment} ELSE ${mark(day)}::bigint END)`;
  const own = `m.occurred_to > ${byLength(first, dated?.from ?? from)} AND m.occurred_from < ${byLength(last, dated?.to ?? to)}`;
  if (retold !== true) return own;
  return `(${own} OR (m.record LIKE '%},{%' AND m.record NOT LIKE '%"recurring":false%'
    AND m.occurred_to - m.occurred_from <= ${DAY}
    AND abs(m.occurred_from - substring(m.record from '${SAID_AT}')::bigint) <= ${LARGEST_OFFSET}
    AND EXISTS (SELECT 1 FROM regexp_matches(m.record, '${SAID_AT}', 'g') AS told
      WHERE told[1]::bigint >= ${first} AND told[1]::bigint < ${last})))`;
}
