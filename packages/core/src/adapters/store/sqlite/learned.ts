import { claimsOfRecord, type Learned } from '../../../domain/learned/record.js';
import { putClaim } from './claims.js';
import type { Connection } from './connection.js';
import { putRecord, type Place } from './removed.js';

/** Inside the running transaction. */
export function putLearned(connection: Connection, place: Place, record: Learned): void {
  const before = putRecord(connection, place, 'learned', record);
  putClaimsOf(connection, place.bank, before, record);
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
