import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { StoreCare } from '@mneme/core/ports/store-care.js';
import { checkStore, rebuildStore } from '../check.js';
import type { Connection } from '../connection.js';
import { countBank } from '@mneme/core/adapters/store/sql/counts.js';
import { runQuery } from '../run-query.js';
import { dropBank, dropBanks } from '../drop-bank.js';
import { exportBank } from '../export-bank.js';
import { forkBank } from '../fork-bank.js';
import { countMissing, loadBank } from '../load-bank.js';
import { findBank, UNSEEN } from '../read.js';
import { scrub, unfinishedErasure } from '../scrub.js';

export function carePart(connection: Connection): StoreCare {
  return {
    counts: (name) =>
      connection.readBank(name, (session, bank) => runQuery(session, countBank(bank))),
    // Asked at every recall: what cannot be read is never left out here, it fails as `corrupt`, and `check` finds it.
    unreadable: async () => {
      connection.assertOpen();
      return [];
    },
    check: () => checkStore(connection),
    copyTo: () =>
      Promise.reject(
        new MnemeError('unavailable', 'This store lives on a server: there is no file to copy.', {
          field: 'path',
          hint: 'Back up the server by its own means (pg_dump, pg_basebackup; docs/postgres.md), or export a bank with `mneme export`.',
        }),
      ),
    exportBank: (name) => exportBank(connection, name),
    loadBank: (name, head) => loadBank(connection, name, head),
    forkBank: async (name, change, options = {}) => {
      const made = await connection.write((session) =>
        forkBank(connection, session, name, change, { ...options, token: randomUUID() }),
      );
      connection.forget(change.bank);
      connection.committed(made.num, made.sequence);
      return made.sequence;
    },
    dropBank: async (name) => {
      const dropped = await connection.write(async (session) => {
        const row = await findBank(session, name, 'FOR NO KEY UPDATE');
        if (row !== null) await dropBank(session, row.num);
        // Whoever follows by being told asks again, and finds that it is gone.
        if (row !== null)
          await session.all('SELECT pg_notify($1, $2)', [
            connection.channel,
            `${row.num} ${row.sequence + 1}`,
          ]);
        return row !== null;
      });
      connection.forget(name);
      return dropped;
    },
    missing: (name, records) =>
      connection.readBank(name, (session, bank) => countMissing(session, bank, records)),
    scrub: () => scrub(connection),
    unfinishedErasure: (name) => connection.readBank(name, unfinishedErasure),
    // What a server keeps on its disks is not ours to read.
    findBytes: () => Promise.resolve({ searched: 0, found: 0, partsOfOthers: 0 }),
    mend: async () => {
      const dropped = await connection.write((session) => dropBanks(session, UNSEEN));
      return dropped === 0 ? [] : [`${dropped} imports that were cut off were taken away.`];
    },
    rebuild: () => rebuildStore(connection),
    displaced: () => Promise.resolve(null),
  };
}
