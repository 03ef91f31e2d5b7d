import type { Embedding } from '../../../domain/change.js';
import type { Memory } from '../../../domain/memory.js';
import { PASSAGE_VECTORS } from '../../../domain/space.js';
import type { Page } from '../../../ports/store.js';
import { pageOf, parseCursor } from '../pages.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';

/** Whether a vector is by another encoder than serves the bank: it waits for a change of encoders. */
export function waits({ space, encoder }: Embedding, serving: string): boolean {
  return (space === 'semantic' || space === PASSAGE_VECTORS) && encoder !== serving;
}

export async function findWithoutVector(
  session: Session,
  bank: number,
  [space, encoder]: readonly [string, string],
  limit: number,
  after?: string,
): Promise<Page<Memory>> {
  const rows = await session.all<RawRow>(
    `SELECT m.id, m.num, m.record FROM memory m WHERE m.bank = $1 AND m.num > $4 AND m.quarantine IS NULL
     AND NOT EXISTS (SELECT 1 FROM embedding x WHERE x.bank = m.bank AND x.memory = m.num AND x.space = $2 AND x.encoder = $3)
     ORDER BY m.num LIMIT $5`,
    [bank, space, encoder, parseCursor(after), limit + 1],
  );
  return pageOf(rows, limit, (row) => recordOf('memory', row));
}

export function dropForeignVectors(
  session: Session,
  bank: number,
  space: string,
  keep: string,
): Promise<number> {
  return session.run('DELETE FROM embedding WHERE bank = $1 AND space = $2 AND encoder <> $3', [
    bank,
    space,
    keep,
  ]);
}
