import type { BankRow } from './dialect.js';
import { insert, placed, put, raw, run, type Query } from './query.js';

/**
 * Repairs references to records that could not be read: links are removed, and a change without its row is
 * listed as such.
 */
export function* mendReferences({ num, created_at: at }: BankRow, last: number): Query<void> {
  const missing = (column: string): string =>
    `(substr(e.${column}, 1, 2) = 'm_' AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.id = e.${column}))`;
  yield* run(
    `DELETE FROM edge AS e WHERE e.bank = ? AND (${['evidence', 'source', 'target'].map(missing).join(' OR ')})`,
    num,
  );
  const goals = yield* placed('goal', num, 'goal WHERE bank = ?', num);
  const known = new Set(goals.map(({ record }) => record?.id));
  const orphans = goals.flatMap((row) => {
    const parent = row.record?.parent ?? null;
    return parent === null || known.has(parent)
      ? []
      : [{ ...row, record: { ...row.record, parent: null } }];
  });
  yield* put(num, 'goal', orphans, last);
  const founding = ['memory', 'entity', 'edge'].map(
    (table) => `SELECT created FROM ${table} WHERE bank = ?`,
  );
  const lost = yield* raw<{ created: number }>(
    `SELECT created FROM (${founding.join(' UNION ')} UNION SELECT CAST(? AS bigint)) AS s
     WHERE created > 0 AND created NOT IN (SELECT sequence FROM journal WHERE bank = ?)`,
    ...[num, num, num, last, num],
  );
  yield* insert(
    'journal',
    lost.map(({ created }) => ({
      ...{ bank: num, sequence: created, at, verb: 'import', actor: 'mneme' },
      reason: 'the line of this change could not be read',
    })),
  );
}
