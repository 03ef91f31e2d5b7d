import type { StoreRecords } from '@mneme/core/ports/store-records.js';
import type { Database } from '@mneme/core/adapters/store/sql/database.js';
import { recordsPart as commonPart } from '@mneme/core/adapters/store/sql/parts.js';
import { getMemories } from '@mneme/core/adapters/store/sql/read.js';
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
