import type { BankName } from '../../../domain/ids.js';
import type { Connection } from './connection.js';
import { pageEnd } from '../sql/index-rows.js';
import { runQuery } from './run-query.js';
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
    const from = after;
    const last = await readingBanks(connection)(name, (bank) =>
      runQuery(connection, pageEnd(bank, from, DROPPED_AT_ONCE)),
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
