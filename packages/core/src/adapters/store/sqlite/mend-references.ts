import type { Connection } from './connection.js';

/**
 * Repairs references to records that could not be read: links are removed, and a change without its row is
 * listed as such.
 */
export function mendReferences(connection: Connection, bank: number, last: number): void {
  const missing = (id: string): string =>
    `NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = edge.bank AND m.id = ${id})`;
  connection
    .statement(
      `DELETE FROM edge WHERE bank = ? AND evidence IS NOT NULL AND ${missing('evidence')}`,
    )
    .run(bank);
  for (const side of ['source', 'target'])
    connection
      .statement(
        `DELETE FROM edge WHERE bank = ? AND substr(${side}, 1, 2) = 'm_' AND ${missing(side)}`,
      )
      .run(bank);
  connection
    .statement(
      'UPDATE goal SET parent = NULL WHERE bank = ? AND parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM goal p WHERE p.bank = goal.bank AND p.id = goal.parent)',
    )
    .run(bank);
  const founding = ['memory', 'entity', 'edge']
    .map((table) => `SELECT created FROM ${table} WHERE bank = ?`)
    .join(' UNION ');
  const lost = connection
    .statement(
      `SELECT created FROM (${founding} UNION SELECT ?) WHERE created NOT IN (SELECT sequence FROM journal WHERE bank = ?)`,
    )
    .all(bank, bank, bank, last, bank) as { created: number }[];
  for (const { created } of lost) {
    connection
      .statement(
        "INSERT INTO journal (sequence, bank, at, verb, actor, reason) VALUES (?, ?, (SELECT created_at FROM bank WHERE num = ?), 'import', 'mneme', 'the line of this change could not be read')",
      )
      .run(created, bank, bank);
  }
}
