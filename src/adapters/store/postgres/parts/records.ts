import type { StoreRecords } from '../../../../ports/store-records.js';
import type { Database } from '../../sql/database.js';
import { recordsPart as commonPart } from '../../sql/parts.js';
import { getMemories } from '../../sql/read.js';
import { findClaims } from '../claims.js';
import type { Connection } from '../connection.js';
import { findNeighbours } from '../read.js';

export function recordsPart(connection: Connection, db: Database): StoreRecords {
  return {
    ...commonPart(db),
    get: (name, ids, asOf) => db.read(name, (bank) => getMemories(bank, ids, asOf)),
    claims: (name, keys, limit) =>
      connection.readBank(name, (session, bank) => findClaims(session, bank, keys, limit)),
    neighbours: (name, ids, families, limit) =>
      connection.readBank(name, (session, bank) =>
        findNeighbours(session, bank, ids, families, limit),
      ),
  };
}
