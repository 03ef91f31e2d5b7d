import type { StoreJournal } from '../../../../ports/store-records.js';
import { applyChange } from '../commit.js';
import type { Connection } from '../connection.js';
import { journalSince } from '../journal-entries.js';
import { findTouchedMemories } from '../../sql/journal.js';
import { findChanges, findFormerEdges, readChangeRecord } from '../journal.js';
import { runQuery } from '../run-query.js';
import * as read from '../read.js';
import { readingBanks } from './bank-of.js';

export function journalPart(connection: Connection): StoreJournal {
  const reading = readingBanks(connection);
  return {
    banks: () => connection.readWhole(null, () => read.allBanks(connection).map(read.bankFromRow)),
    bank: (name) =>
      connection.readWhole(name, () => {
        const row = read.findBank(connection, name);
        return row === null ? null : read.bankFromRow(row);
      }),
    ensureBank: async (name, encoder, at) => {
      const there = connection.read(() => read.findBank(connection, name));
      if (there !== null) return read.bankFromRow(there);
      return connection.write(() => {
        connection
          .statement('INSERT OR IGNORE INTO bank (name, created_at, encoder) VALUES (?, ?, ?)')
          .run(name, at, encoder);
        return read.bankFromRow(read.bankRow(connection, name));
      });
    },
    commit: (change, options = {}) =>
      connection.writeInTurns(change.bank, () => applyChange(connection, change, options)),
    since: (bank, sequence, limit, createdAt) =>
      connection.readInTurns(bank, () =>
        journalSince(connection, read.bankRow(connection, bank, createdAt), sequence, limit),
      ),
    journal: (bank, query, limit) =>
      reading(bank, () => findChanges(connection, read.bankRow(connection, bank), query, limit)),
    changeRecord: (bank, sequence) =>
      connection.readInTurns(bank, () =>
        readChangeRecord(connection, read.bankRow(connection, bank), sequence),
      ),
    touchedMemories: (bank, from, to, limit, after) =>
      reading(bank, (num) =>
        runQuery(connection, findTouchedMemories(num, [from, to], limit, after)),
      ),
    formerEdges: (bank, edges) => reading(bank, (num) => findFormerEdges(connection, num, edges)),
  };
}
