import { EDGE_FAMILIES, type EdgeFamily } from '../../../domain/graph.js';
import type { StoreCounts } from '../../../ports/store-care.js';
import { rows, type Query } from './query.js';

const COUNTED = {
  memories: 'memory WHERE retracted_at IS NULL AND',
  retracted: 'memory WHERE retracted_at IS NOT NULL AND',
  entities: 'entity WHERE',
  contexts: 'context WHERE',
  sessions: 'session WHERE',
  changes: 'journal WHERE',
} as const;
const SELECT = `SELECT ${Object.entries(COUNTED)
  .map(([name, from]) => `(SELECT count(*) FROM ${from} bank = ?) AS ${name}`)
  .join(', ')}, {bytes} AS bytes`;

export function* countBank(bank: number): Query<StoreCounts> {
  const values = Object.keys(COUNTED).map(() => bank);
  const [counts] = yield* rows<Omit<StoreCounts, 'edges'>>('bank', bank, SELECT, ...values);
  const families = yield* rows<{ family: EdgeFamily; n: number }>(
    'edge',
    bank,
    'SELECT family, count(*) AS n FROM edge WHERE bank = ? GROUP BY family',
    bank,
  );
  const edges = Object.fromEntries(EDGE_FAMILIES.map((family) => [family, 0]));
  for (const { family, n } of families) edges[family] = (edges[family] ?? 0) + n;
  return { ...(counts as Omit<StoreCounts, 'edges'>), edges: edges as StoreCounts['edges'] };
}
