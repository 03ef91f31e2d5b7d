import { EDGE_FAMILIES, type EdgeFamily } from '../../../domain/graph.js';
import type { StoreCounts } from '../../../ports/store-care.js';
import type { Session } from './session.js';

const COUNTS = `SELECT
  (SELECT count(*) FROM memory WHERE bank = $1 AND retracted_at IS NULL) AS memories,
  (SELECT count(*) FROM memory WHERE bank = $1 AND retracted_at IS NOT NULL) AS retracted,
  (SELECT count(*) FROM entity WHERE bank = $1) AS entities,
  (SELECT count(*) FROM context WHERE bank = $1) AS contexts,
  (SELECT count(*) FROM session WHERE bank = $1) AS sessions,
  (SELECT count(*) FROM journal WHERE bank = $1) AS changes,
  (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r') AS bytes`;

export async function countBank(session: Session, bank: number): Promise<StoreCounts> {
  const counts = (await session.first<Omit<StoreCounts, 'edges'>>(COUNTS, [bank])) as Omit<
    StoreCounts,
    'edges'
  >;
  const edges = Object.fromEntries(EDGE_FAMILIES.map((family) => [family, 0])) as Record<
    EdgeFamily,
    number
  >;
  const rows = await session.all<{ family: EdgeFamily; n: number }>(
    'SELECT family, count(*) AS n FROM edge WHERE bank = $1 GROUP BY family',
    [bank],
  );
  for (const { family, n } of rows) if (family in edges) edges[family] = n;
  return { ...counts, edges };
}
