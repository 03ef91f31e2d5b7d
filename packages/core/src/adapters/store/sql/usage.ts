import type { MemoryId } from '../../../domain/ids.js';
import type { Accesses } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import { rows, run, type Query } from './query.js';

export function* readUsage(
  bank: number,
  ids: readonly MemoryId[],
): Query<ReadonlyMap<MemoryId, Accesses>> {
  const used = yield* rows<{ id: MemoryId; access_count: number; last_accessed_at: number }>(
    'usage',
    bank,
    `SELECT m.id, u.access_count, u.last_accessed_at FROM memory m JOIN usage u ON {usageOf}
     WHERE m.bank = ? AND m.id IN ?`,
    ...[bank, ids],
  );
  return new Map(
    used.map(({ id, access_count, last_accessed_at }) => [
      id,
      { accessCount: access_count, lastAccessedAt: last_accessed_at },
    ]),
  );
}

/** Inside the running transaction. An id counts as often as it is named. */
export function* writeUsage(bank: number, used: readonly MemoryId[], at: Instant): Query<void> {
  const often = new Map<MemoryId, number>();
  for (const id of used) often.set(id, (often.get(id) ?? 0) + 1);
  for (const count of new Set(often.values()))
    yield* run(
      `INSERT INTO usage AS u ({usageKey}, access_count, last_accessed_at)
       SELECT {usageOwner}, CAST(? AS bigint), CAST(? AS bigint) FROM memory m WHERE m.bank = ? AND m.id IN ?
       ON CONFLICT ({usageKey}) DO UPDATE
       SET access_count = u.access_count + excluded.access_count, last_accessed_at = excluded.last_accessed_at`,
      ...[count, at, bank, [...often.keys()].filter((id) => often.get(id) === count)],
    );
}
