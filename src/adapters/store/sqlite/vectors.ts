import type { Embedding } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import { PASSAGE_VECTORS } from '../../../domain/space.js';
import type { Page } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { readingBanks, writingBanks } from './parts/bank-of.js';
import { parseCursor } from '../pages.js';
import { recordsOf } from './read.js';

/** Whether a vector is from another encoder than the bank's current one: it waits for a change of encoders. */
export function waits({ space, encoder }: Embedding, serving: string): boolean {
  return (space === 'semantic' || space === PASSAGE_VECTORS) && encoder !== serving;
}

/** Memories whose vectors are dropped in one transaction: other writers get their turn in between. */
const DROPPED_AT_ONCE = 5_000;

export function findWithoutVector(
  connection: Connection,
  bank: number,
  [space, encoder]: readonly [string, string],
  limit: number,
  after?: string,
): Page<Memory> {
  const rows = connection
    .statement(
      `SELECT m.* FROM memory m WHERE +m.bank = ? AND m.num > ?
         AND m.quarantine IS NULL
         AND NOT EXISTS (SELECT 1 FROM embedding x WHERE x.memory = m.num AND x.space = ? AND x.encoder = ?)
       ORDER BY m.num LIMIT ?`,
    )
    .all(bank, parseCursor(after), space, encoder, limit + 1) as { num: number }[];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: recordsOf(connection, 'memory', bank, shown),
    next: rows.length > limit && last !== undefined ? String(last.num) : null,
  };
}

export async function dropForeignVectors(
  connection: Connection,
  name: BankName,
  space: string,
  keep: string,
): Promise<number> {
  let dropped = 0;
  for (let after = 0; ;) {
    const { last } = await readingBanks(connection)(
      name,
      (bank) =>
        connection
          .statement(
            'SELECT max(num) AS last FROM (SELECT num FROM memory WHERE +bank = ? AND num > ? ORDER BY num LIMIT ?)',
          )
          .get(bank, after, DROPPED_AT_ONCE) as { last: number | null },
    );
    if (last === null) return dropped;
    const gone = await writingBanks(connection)(name, (bank) =>
      connection
        .statement(
          `DELETE FROM embedding WHERE memory > ? AND memory <= ? AND space = ? AND encoder <> ?
             AND EXISTS (SELECT 1 FROM memory m WHERE m.num = embedding.memory AND m.bank = ?) RETURNING 1`,
        )
        .all(after, last, space, keep, bank),
    );
    dropped += gone.length;
    after = last;
  }
}
