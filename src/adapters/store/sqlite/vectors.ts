import type { BankName } from '../../../domain/ids.js';
import type { Connection } from './connection.js';
import { readingBanks, writingBanks } from './parts/bank-of.js';

/** Memories whose vectors are dropped in one transaction: other writers get their turn in between. */
const DROPPED_AT_ONCE = 5_000;

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
