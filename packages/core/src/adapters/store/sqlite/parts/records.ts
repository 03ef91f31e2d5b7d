import type { BankName, MemoryId } from '../../../../domain/ids.js';
import type { Memory } from '../../../../domain/memory.js';
import type { Instant } from '../../../../domain/time.js';
import type { Steps } from '../../../../domain/pace.js';
import type { StoreRecords } from '../../../../ports/store-records.js';
import type { Database } from '../../sql/database.js';
import { recordsPart as commonPart } from '../../sql/parts.js';
import { getMemories } from '../../sql/read.js';
import { findClaims } from '../claims.js';
import type { Connection } from '../connection.js';
import { bankNumber, findNeighbours } from '../read.js';
import { runQuery } from '../run-query.js';
import { readingBanks } from './bank-of.js';

/** Memories that are read without a rest. */
const AT_ONCE = 200;

function* getInSteps(
  connection: Connection,
  bank: BankName,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Steps<Memory[]> {
  const found: Memory[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    found.push(...runQuery(connection, getMemories(bankNumber(connection, bank), some, asOf)));
    yield;
  }
  return found;
}

export function recordsPart(connection: Connection, db: Database): StoreRecords {
  const reading = readingBanks(connection);
  return {
    ...commonPart(db),
    get: async (bank, ids, asOf) =>
      ids.length <= AT_ONCE
        ? db.read(bank, (num) => getMemories(num, ids, asOf))
        : connection.readInTurns(bank, () => getInSteps(connection, bank, ids, asOf)),
    claims: (bank, keys, limit) => reading(bank, (num) => findClaims(connection, num, keys, limit)),
    neighbours: (bank, ids, families, limit) =>
      db.read(bank, (num) => findNeighbours(num, ids, families, limit)),
  };
}
