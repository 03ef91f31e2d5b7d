import type { StoreDerived } from '../../../../ports/store-derived.js';
import { putEmbedding, putReading } from '../commit.js';
import type { Connection } from '../connection.js';
import { readRecall } from '../feedback.js';
import { readJob, reviseJob } from '../jobs.js';
import { bankRow } from '../read.js';
import { dropSnapshot, readSnapshot, snapshotParts, writeSnapshot } from '../snapshots.js';
import { streamCodes, streamIndexRows } from '../streams.js';
import { readUsage, writeUsage } from '../usage.js';
import { dropForeignVectors, findWithoutVector, waits } from '../vectors.js';
import { readWorkingMemory, reviseWorkingMemory } from '../working-memories.js';
import { readingBanks, writingBanks } from './bank-of.js';

export function derivedPart(connection: Connection): StoreDerived {
  const reading = readingBanks(connection);
  const writing = writingBanks(connection);
  return {
    indexRows: (bank, space, encoder, ids) =>
      streamIndexRows(connection, bank, space, encoder, ids),
    codes: (bank, space, encoder, ids) => streamCodes(connection, bank, space, encoder, ids),
    withoutVector: (bank, space, encoder, limit, after) =>
      reading(bank, (num) => findWithoutVector(connection, num, [space, encoder], limit, after)),
    dropVectors: (bank, space, keep) => dropForeignVectors(connection, bank, space, keep),
    putDerived: (bank, embeddings, readings) =>
      connection.write(() => {
        const { num, encoder } = bankRow(connection, bank);
        for (const item of readings) putReading(connection, num, item);
        for (const item of embeddings) putEmbedding(connection, num, item);
        // A snapshot contains the words, the codes of other spaces, and the vectors of the bank's
        // own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          dropSnapshot(connection, num);
      }),
    snapshot: (bank) => reading(bank, (num) => readSnapshot(connection, num)),
    snapshotParts: (bank) => snapshotParts(connection, bank),
    putSnapshot: (bank, head, parts) =>
      writing(bank, (num) => writeSnapshot(connection, num, head, parts)),
    usage: (bank, ids) => reading(bank, (num) => readUsage(connection, num, ids)),
    recordUsage: (bank, used, at, noted) =>
      writing(bank, (num) => writeUsage(connection, num, used, at, noted)),
    recallRecord: (bank, id) => reading(bank, (num) => readRecall(connection, num, id)),
    workingMemory: (bank, session) =>
      reading(bank, (num) => readWorkingMemory(connection, num, session)),
    reviseWorkingMemory: (bank, session, revise) =>
      writing(bank, (num) => reviseWorkingMemory(connection, num, session, revise)),
    job: (bank, name) => reading(bank, (num) => readJob(connection, num, name)),
    reviseJob: (bank, name, revise) =>
      writing(bank, (num) => reviseJob(connection, num, name, revise)),
  };
}
