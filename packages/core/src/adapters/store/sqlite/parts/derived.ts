import type { StoreDerived } from '../../../../ports/store-derived.js';
import type { Database } from '../../sql/database.js';
import { derivedPart as commonPart } from '../../sql/parts.js';
import { waits } from '../../sql/read.js';
import { dropSnapshot } from '../../sql/snapshots.js';
import { putEmbedding, putReading } from '../commit.js';
import type { Connection } from '../connection.js';
import { bankRow } from '../read.js';
import { runQuery } from '../run-query.js';
import { snapshotParts } from '../snapshots.js';
import { dropForeignVectors } from '../vectors.js';

export function derivedPart(connection: Connection, db: Database): StoreDerived {
  return {
    ...commonPart(db),
    dropVectors: (bank, space, keep) => dropForeignVectors(connection, bank, space, keep),
    putDerived: (bank, embeddings, readings) =>
      connection.write(() => {
        const { num, encoder } = bankRow(connection, bank);
        for (const item of readings) putReading(connection, num, item);
        for (const item of embeddings) putEmbedding(connection, num, item);
        // A snapshot contains the words, the codes of other spaces, and the vectors of the bank's
        // own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          runQuery(connection, dropSnapshot(num));
      }),
    snapshotParts: (bank) => snapshotParts(connection, bank),
  };
}
