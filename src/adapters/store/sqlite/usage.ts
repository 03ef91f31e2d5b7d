import type { MemoryId } from '../../../domain/ids.js';
import type { Accesses } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { NotedRecalls } from '../../../ports/store-derived.js';
import type { Connection } from './connection.js';
import { writeRecalls } from './feedback.js';
import { selectIn } from './read.js';
import { accessesFromRow } from './records.js';
import { soundRows } from './sound-rows.js';

export function readUsage(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
): Map<MemoryId, Accesses> {
  const found = selectIn<object>(
    connection,
    (list) =>
      `SELECT m.id, u.* FROM usage u JOIN memory m ON m.num = u.memory WHERE m.bank = ? AND m.id IN (${list})`,
    [bank],
    ids,
  );
  const rows = soundRows<{ id: string; access_count: number; last_accessed_at: number }>(
    connection,
    'usage',
    bank,
    found,
  );
  return new Map(rows.map((row) => [row.id as MemoryId, accessesFromRow(row)]));
}

/** Inside the running transaction. */
export function writeUsage(
  connection: Connection,
  bank: number,
  used: readonly MemoryId[],
  at: Instant,
  noted?: NotedRecalls,
): void {
  for (const id of used) {
    connection
      .statement(
        `INSERT INTO usage (memory, access_count, last_accessed_at)
         SELECT m.num, 1, ? FROM memory m WHERE m.bank = ? AND m.id = ?
         ON CONFLICT (memory) DO UPDATE SET access_count = access_count + 1, last_accessed_at = excluded.last_accessed_at`,
      )
      .run(at, bank, id);
  }
  if (noted !== undefined) writeRecalls(connection, bank, noted.recalls, noted.keep);
}
