import type { Learned, LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import { claimsOfRecord } from '../../../domain/learned/added-claims.js';
import type { LearnedQuery } from '../../../ports/store.js';
import { putClaim } from './conflicts.js';
import type { Connection } from './connection.js';
import { imageAt } from './read.js';
import { soundRows } from './sound-rows.js';
import { putRecord, type Place } from './removed.js';

/** Inside the running transaction. */
export function putLearned(connection: Connection, place: Place, record: Learned): void {
  const before = putRecord(connection, place, 'learned', record);
  putClaimsOf(connection, place.bank, before, record);
}

export function findLearned<Kind extends LearnedKind>(
  connection: Connection,
  bank: number,
  query: LearnedQuery<Kind>,
): { readonly [K in Kind]: LearnedRecord<K> }[Kind][] {
  const conditions = ['bank = ?'];
  const values: (string | number)[] = [bank];
  const among = (column: string, list: readonly string[] | undefined): void => {
    if (list === undefined) return;
    // One JSON text for a list of any length, because SQLite limits the number of parameters.
    conditions.push(`${column} IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(list));
  };
  among('kind', query.kinds);
  among('key', query.keys);
  among('id', query.ids);
  if (query.changedAfter !== undefined) {
    conditions.push('changed > ?');
    values.push(query.changedAfter);
  }
  const rows = connection
    .statement(
      `SELECT id, kind, record FROM learned WHERE ${conditions.join(' AND ')} ORDER BY num`,
    )
    .all(...values);
  const records = soundRows<{ record: Learned }>(connection, 'learned', bank, rows).map(
    ({ record }) => record,
  );
  const { asOf } = query;
  const found =
    asOf === undefined
      ? records
      : records
          .filter(({ createdAt }) => createdAt <= asOf)
          .flatMap((record) => imageAt(connection, bank, 'learned', record, asOf) ?? []);
  return found as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}

/** The claims that a record adds to memories hold as long as it is current. */
function putClaimsOf(
  connection: Connection,
  bank: number,
  before: Readonly<Record<string, unknown>> | undefined,
  after: Learned,
): void {
  // An unreadable record claimed nothing that is known.
  const was = before === undefined ? undefined : parsed(String(before['record']));
  for (const { key, memory, claim } of claimsOfRecord(was))
    connection
      .statement('DELETE FROM claim WHERE bank = ? AND key = ? AND memory = ? AND claim = ?')
      .run(bank, key, memory, claim);
  for (const claim of claimsOfRecord(after)) putClaim(connection, bank, claim);
}

function parsed(json: string): Learned | undefined {
  try {
    return JSON.parse(json) as Learned;
  } catch {
    return undefined;
  }
}
