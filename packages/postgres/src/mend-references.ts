import { allOf, putRows, recordOf, rowOf, ROW, type RawRow } from './rows.js';
import type { Session } from './session.js';

/** What names a record that could not be read: links go, and a change without its line is told as such. Within the running transaction. */
export async function mendReferences(
  session: Session,
  bank: number,
  sequence: number,
): Promise<void> {
  const missing = (column: string): string =>
    `(${column} LIKE 'm\\_%' AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = $1 AND m.id = ${column}))`;
  await session.run(
    `DELETE FROM edge e WHERE bank = $1 AND (${['e.evidence', 'e.source', 'e.target'].map(missing).join(' OR ')})`,
    [bank],
  );
  const goals = new Set((await allOf(session, bank, 'goal')).map(({ id }) => id));
  const rows = await session.all<RawRow>(`SELECT ${ROW} FROM goal WHERE bank = $1`, [bank]);
  const orphans = rows.filter((row) => {
    const { parent } = recordOf('goal', row);
    return parent !== null && !goals.has(parent);
  });
  const mended = orphans
    .map((row) => rowOf('goal', row))
    .map((row) => ({ ...row, record: { ...row.record, parent: null } }));
  await putRows(session, bank, 'goal', mended, sequence);
  await session.run(
    `INSERT INTO journal (bank, sequence, at, verb, actor, reason)
     SELECT $1::integer, s.created, b.created_at, 'import', 'mneme', 'the line of this change could not be read'
     FROM (SELECT created FROM memory WHERE bank = $1::integer UNION SELECT created FROM entity WHERE bank = $1::integer
       UNION SELECT created FROM edge WHERE bank = $1::integer UNION SELECT $2::bigint) AS s (created)
     JOIN bank b ON b.num = $1::integer WHERE s.created > 0 ON CONFLICT DO NOTHING`,
    [bank, sequence],
  );
}
