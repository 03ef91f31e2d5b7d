import { randomUUID } from 'node:crypto';
import type { StoreJournal } from '@mneme/core/ports/store-records.js';
import { applyChange, hasArrived } from '../commit.js';
import type { Connection } from '../connection.js';
import { findFormerEdges, journalSince } from '../journal-entries.js';
import { findTouchedMemories } from '@mneme/core/adapters/store/sql/journal.js';
import { findChanges, readChangeRecord } from '../journal.js';
import { runQuery } from '../run-query.js';
import * as read from '../read.js';

export function journalPart(connection: Connection): StoreJournal {
  return {
    banks: () =>
      connection.read(async (session) => (await read.allBanks(session)).map(read.bankFromRow)),
    bank: (name) =>
      connection.read(async (session) => {
        const row = await read.findBank(session, name);
        // Another may have taken its name.
        connection.know(name, row?.num ?? null);
        return row === null ? null : read.bankFromRow(row);
      }),
    ensureBank: async (name, encoder, at) => {
      const there = await connection.read((session) => read.findBank(session, name));
      if (there !== null) return read.bankFromRow(there);
      return connection.write(async (session) => {
        await session.run(
          'INSERT INTO bank (name, created_at, encoder) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          [name, at, encoder],
        );
        return read.bankFromRow(await read.bankRow(session, name));
      });
    },
    commit: async (change, options = {}) => {
      const token = randomUUID();
      const { num, sequence } = await connection.writeBank(
        change.bank,
        async (session, bank) => ({
          num: bank.num,
          sequence: await applyChange(connection, session, bank, change, { ...options, token }),
        }),
        (session, made) => hasArrived(session, change.bank, made.sequence, token),
      );
      connection.committed(num, sequence);
      return sequence;
    },
    since: async (name, sequence, limit, createdAt) => {
      connection.assertOpen();
      if (!connection.hasChanged(name, sequence)) return [];
      return connection.read(async (session) => {
        const row = await connection.lookUp(session, name);
        if (row.created_at !== (createdAt ?? row.created_at)) throw read.noBank(name);
        return journalSince(session, row, sequence, limit);
      });
    },
    journal: (name, query, limit) =>
      connection.read(async (session) =>
        findChanges(session, await connection.lookUp(session, name), query, limit),
      ),
    changeRecord: (name, sequence) =>
      connection.read(async (session) =>
        readChangeRecord(session, await connection.lookUp(session, name), sequence),
      ),
    touchedMemories: (name, from, to, limit, after) =>
      connection.readBank(name, (session, bank) =>
        runQuery(session, findTouchedMemories(bank, [from, to], limit, after)),
      ),
    formerEdges: (name, edges) =>
      connection.readBank(name, (session, bank) => findFormerEdges(session, bank, edges)),
  };
}
