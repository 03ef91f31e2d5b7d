import { EDGE_FAMILIES, type EdgeFamily } from '../../../domain/graph.js';
import type { StoreCounts } from '../../../ports/store-care.js';
import type { Connection } from './connection.js';

export function countBank(connection: Connection, bank: number): StoreCounts {
  const count = (sql: string) => (connection.statement(sql).get(bank) as { n: number }).n;
  const edges = Object.fromEntries(EDGE_FAMILIES.map((family) => [family, 0])) as Record<
    EdgeFamily,
    number
  >;
  const rows = connection
    .statement('SELECT family, count(*) AS n FROM edge WHERE bank = ? GROUP BY family')
    .all(bank) as { family: EdgeFamily; n: number }[];
  for (const { family, n } of rows) if (family in edges) edges[family] = n;
  const page = connection.statement('PRAGMA page_size').get() as { page_size: number };
  const pages = connection.statement('PRAGMA page_count').get() as { page_count: number };
  return {
    memories: count('SELECT count(*) AS n FROM memory WHERE bank = ? AND retracted_at IS NULL'),
    retracted: count(
      'SELECT count(*) AS n FROM memory WHERE bank = ? AND retracted_at IS NOT NULL',
    ),
    entities: count('SELECT count(*) AS n FROM entity WHERE bank = ?'),
    contexts: count('SELECT count(*) AS n FROM context WHERE bank = ?'),
    sessions: count('SELECT count(*) AS n FROM session WHERE bank = ?'),
    edges,
    changes: count('SELECT count(*) AS n FROM journal WHERE bank = ?'),
    bytes: page.page_size * pages.page_count,
  };
}

/** The encoder of most of the bank's semantic vectors; empty if there are none. */
export function commonEncoder(connection: Connection, bank: number): string {
  const row = connection
    .statement(
      `SELECT x.encoder FROM memory m JOIN embedding x ON x.memory = m.num
       WHERE m.bank = ? AND x.space = 'semantic' GROUP BY x.encoder ORDER BY count(*) DESC LIMIT 1`,
    )
    .get(bank) as { encoder: unknown } | undefined;
  return typeof row?.encoder === 'string' ? row.encoder : '';
}
