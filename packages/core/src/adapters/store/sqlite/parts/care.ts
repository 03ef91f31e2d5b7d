import type { StoreCare } from '../../../../ports/store-care.js';
import { copyStore } from '../backup.js';
import { checkStore, rebuildStore } from '../check.js';
import type { Connection } from '../connection.js';
import { countBank } from '../../sql/counts.js';
import { runQuery } from '../run-query.js';
import { dropBank } from '../drop-bank.js';
import { exportBank } from '../export-bank.js';
import { forkBank } from '../fork-bank.js';
import { findBytes } from '../find-bytes.js';
import { countMissing, loadBank } from '../load-bank.js';
import { mendStore } from '../mend.js';
import { findBank } from '../read.js';
import { scrub, unfinishedErasure } from '../scrub.js';
import { readingBanks } from './bank-of.js';

export function carePart(connection: Connection): StoreCare {
  const reading = readingBanks(connection);
  const wholeFile = <T>(work: () => T): Promise<T> => connection.readWhole(null, work);
  return {
    counts: (bank) => reading(bank, (num) => runQuery(connection, countBank(num))),
    unreadable: (bank) => reading(bank, (num) => connection.damage.told(num)),
    check: () => wholeFile(() => checkStore(connection)),
    copyTo: (path, at, options) => copyStore(connection, path, at, options),
    exportBank: (bank) => wholeFile(() => exportBank(connection, bank)),
    loadBank: (bank, head) => loadBank(connection, bank, head),
    forkBank: (bank, change, options = {}) =>
      connection.writeInTurns(change.bank, () => forkBank(connection, bank, change, options)),
    dropBank: (name) =>
      connection.write(() => {
        const row = findBank(connection, name);
        if (row !== null) dropBank(connection, row.num);
        return row !== null;
      }),
    missing: (bank, records) => reading(bank, (num) => countMissing(connection, num, records)),
    scrub: (waitMs) => scrub(connection, waitMs),
    unfinishedErasure: (bank) => reading(bank, (num) => unfinishedErasure(connection, num)),
    findBytes: (needles) => wholeFile(() => findBytes(connection, needles)),
    mend: () => connection.write(() => mendStore(connection)),
    rebuild: async () => connection.write(() => rebuildStore(connection)),
    displaced: async () => connection.displaced(),
  };
}
