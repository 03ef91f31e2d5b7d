import type { Learned, LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import { claimsOfRecord } from '../../../domain/learned/added-claims.js';
import type { LearnedQuery } from '../../../ports/store.js';
import { putClaim } from './conflicts.js';
import type { Connection } from './connection.js';
import { imageAt } from './read.js';
import { readBefore } from './set-aside.js';
import { soundRows } from './sound-rows.js';
import { stoodBefore, type Founded, type KeepBefore, type Place } from './removed.js';

/** Inside the running transaction. */
export function putLearned(
  connection: Connection,
  place: Place,
  record: Learned,
  keepBefore: KeepBefore,
): void {
  const row = connection
    .statement('SELECT * FROM learned WHERE bank = ? AND id = ?')
    .get(place.bank, record.id) as (Founded & { kind: string; record: string }) | undefined;
  putClaimsOf(connection, place.bank, row, record);
  const values = [place.sequence, record.kind, record.key, JSON.stringify(record)];
  if (row === undefined) {
    connection
      .statement(
        'INSERT INTO learned (bank, id, created, changed, kind, key, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(place.bank, record.id, place.sequence, ...values);
    return;
  }
  if (stoodBefore(row, place))
    keepBefore(
      connection,
      place,
      'learned',
      record.id,
      readBefore(
        connection,
        place.bank,
        'learned',
        row,
        (each: { record: Learned }) => each.record,
      ),
    );
  connection
    .statement(
      'UPDATE learned SET changed = ?, kind = ?, key = ?, record = ? WHERE bank = ? AND id = ?',
    )
    .run(...values, place.bank, record.id);
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
  before: { readonly record: string } | undefined,
  after: Learned,
): void {
  // An unreadable record claimed nothing that is known.
  const was = before === undefined ? undefined : parsed(before.record);
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
