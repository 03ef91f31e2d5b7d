import type { StoreDerived } from '@mneme/core/ports/store-derived.js';
import type { Database } from '@mneme/core/adapters/store/sql/database.js';
import { derivedPart as commonPart } from '@mneme/core/adapters/store/sql/parts.js';
import { waits } from '@mneme/core/adapters/store/sql/read.js';
import { dropSnapshot, whole } from '@mneme/core/adapters/store/sql/snapshots.js';
import type { Connection } from '../connection.js';
import { putEmbeddings, putReadings } from '../derived-rows.js';
import { runQuery } from '../run-query.js';

export function derivedPart(connection: Connection, db: Database): StoreDerived {
  return {
    ...commonPart(db),
    dropVectors: (name, space, keep) =>
      connection.writeBank(name, (session, { num }) =>
        session.run('DELETE FROM embedding WHERE bank = $1 AND space = $2 AND encoder <> $3', [
          num,
          space,
          keep,
        ]),
      ),
    putDerived: (name, embeddings, readings) =>
      connection.writeBank(name, async (session, { num, encoder }) => {
        await putReadings(session, num, readings);
        await putEmbeddings(session, num, embeddings);
        // A snapshot holds the words, the codes of other spaces, and the vectors of the bank's own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          await runQuery(session, dropSnapshot(num));
      }),
    // In one way there and back.
    snapshotParts: async function* (name) {
      const parts = await connection.readBank(name, (session, bank) =>
        session.bytes(`SELECT part, data FROM snapshot_part WHERE bank = ${bank}`),
      );
      for (const [part, stored] of parts) {
        const data = whole(stored ?? new Uint8Array());
        if (data !== null) yield [part?.toString() ?? '', data];
      }
    },
  };
}
