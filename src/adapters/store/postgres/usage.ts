import type { MemoryId } from '../../../domain/ids.js';
import type { Accesses } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { NotedRecalls } from '../../../ports/store-derived.js';
import { writeRecalls } from './feedback.js';
import type { Session } from './session.js';

export async function readUsage(
  session: Session,
  bank: number,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, Accesses>> {
  if (ids.length === 0) return new Map();
  const rows = await session.all<{ id: MemoryId } & Accesses>(
    `SELECT m.id, u.access_count AS "accessCount", u.last_accessed_at AS "lastAccessedAt"
     FROM memory m JOIN usage u ON u.bank = m.bank AND u.memory = m.num WHERE m.bank = $1 AND m.id = ANY($2::text[])`,
    [bank, ids],
  );
  return new Map(
    rows.map(({ id, accessCount, lastAccessedAt }) => [id, { accessCount, lastAccessedAt }]),
  );
}

/** Within the running transaction. */
export async function writeUsage(
  session: Session,
  bank: number,
  used: readonly MemoryId[],
  at: Instant,
  noted?: NotedRecalls,
): Promise<void> {
  if (used.length > 0)
    await session.run(
      `INSERT INTO usage AS u (bank, memory, access_count, last_accessed_at)
       SELECT $1::integer, m.num, count(*), $3::bigint FROM unnest($2::text[]) AS t (id)
       JOIN memory m ON m.bank = $1::integer AND m.id = t.id GROUP BY m.num
       ON CONFLICT (bank, memory) DO UPDATE SET access_count = u.access_count + excluded.access_count, last_accessed_at = excluded.last_accessed_at`,
      [bank, used, at],
    );
  if (noted !== undefined) await writeRecalls(session, bank, noted.recalls, noted.keep);
}
