import type { BankData } from './bank-data.js';
import { edgeId } from '../edge-id.js';

/**
 * Repairs references to records that could not be read: links are removed, and a change without its row is
 * listed as such.
 */
export function mendReferences(bank: BankData): void {
  const isMissing = (id: string | null): boolean =>
    id?.startsWith('m_') === true && bank.memory.get(id) === undefined;
  for (const { record } of [...bank.edge.all()])
    if ([record.evidence, record.from, record.to].some(isMissing)) bank.edge.delete(edgeId(record));
  for (const row of [...bank.plain.goal.all()]) {
    const { parent } = row.record;
    if (parent !== null && bank.plain.goal.get(parent) === undefined)
      bank.plain.goal.put(row.record.id, { ...row, record: { ...row.record, parent: null } });
  }
  const founding = [...bank.memory.all(), ...bank.plain.entity.all(), ...bank.edge.all()];
  for (const sequence of [...founding.map(({ created }) => created), bank.head.sequence]) {
    if (bank.journal.has(sequence)) continue;
    bank.journal.set(sequence, {
      sequence,
      at: bank.createdAt,
      verb: 'import',
      actor: 'mneme',
      reason: 'the line of this change could not be read',
      reverts: null,
    });
  }
}
