import type { StoredClaim } from '../../../domain/conflict.js';
import { asStored, type ClaimRow } from '../sql/conflicts.js';
import type { Connection } from './connection.js';
import { soundRows } from './sound-rows.js';

export function putClaim(
  connection: Connection,
  bank: number,
  { key, memory, claim }: StoredClaim,
): void {
  connection
    .statement('INSERT OR IGNORE INTO claim (bank, key, memory, claim) VALUES (?, ?, ?, ?)')
    .run(bank, key, memory, claim);
}

export function findClaims(
  connection: Connection,
  bank: number,
  keys: readonly string[],
  limit: number,
): StoredClaim[] {
  const rows = keys.flatMap((key) =>
    connection
      .statement(
        `SELECT c.key, c.memory, c.claim FROM claim c JOIN memory m ON m.bank = c.bank AND m.id = c.memory
         WHERE c.bank = ? AND c.key = ? ORDER BY m.num DESC LIMIT ?`,
      )
      .all(bank, key, limit),
  );
  return soundRows<ClaimRow>(connection, 'claim', bank, rows).map(asStored);
}
