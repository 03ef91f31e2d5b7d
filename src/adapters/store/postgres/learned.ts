import type { LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import type { LearnedQuery } from '../../../ports/store.js';
import type { PgValue } from './postgres-database.js';
import { statesAt } from './read.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { leadOf } from './stored-tables.js';

export async function findLearned<Kind extends LearnedKind>(
  session: Session,
  bank: number,
  { kinds, keys, ids, changedAfter, asOf }: LearnedQuery<Kind>,
): Promise<{ readonly [K in Kind]: LearnedRecord<K> }[Kind][]> {
  const values: PgValue[] = [bank];
  const conditions = ['bank = $1'];
  const require = (value: PgValue | undefined, sql: (mark: string) => string): void => {
    if (value !== undefined) conditions.push(sql(`$${values.push(value)}`));
  };
  require(kinds, (mark) => `kind = ANY(${mark}::text[])`);
  require(keys?.map(leadOf), (mark) => `lead = ANY(${mark}::text[])`);
  require(keys, (mark) => `key = ANY(${mark}::text[])`);
  require(ids, (mark) => `id = ANY(${mark}::text[])`);
  require(changedAfter, (mark) => `changed > ${mark}`);
  const rows = await session.all<RawRow>(
    `SELECT id, record FROM learned WHERE ${conditions.join(' AND ')} ORDER BY num`,
    values,
  );
  const records = rows.map((row) => recordOf('learned', row));
  const found =
    asOf === undefined
      ? records
      : await statesAt(
          session,
          bank,
          'learned',
          records.filter(({ createdAt }) => createdAt <= asOf),
          asOf,
        );
  return found as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}
