import type { StoreDerived } from '../../../../ports/store-derived.js';
import type { Connection } from '../connection.js';
import { putEmbeddings, putReadings } from '../derived-rows.js';
import { readRecall } from '../feedback.js';
import { readJob, reviseJob } from '../jobs.js';
import { dropSnapshot, readSnapshot, readSnapshotParts, writeSnapshot } from '../snapshots.js';
import { streamCodes, streamIndexRows } from '../streams.js';
import { readUsage, writeUsage } from '../usage.js';
import { dropForeignVectors, findWithoutVector, waits } from '../vectors.js';
import { readWorkingMemory, reviseWorkingMemory } from '../working-memories.js';

export function derivedPart(connection: Connection): StoreDerived {
  const reading = connection.readBank.bind(connection);
  const writing = connection.writeBank.bind(connection);
  return {
    indexRows: (name, space, encoder, ids) =>
      streamIndexRows(connection, name, [space, encoder], ids),
    codes: (name, space, encoder, ids) => streamCodes(connection, name, [space, encoder], ids),
    withoutVector: (name, space, encoder, limit, after) =>
      reading(name, (session, bank) =>
        findWithoutVector(session, bank, [space, encoder], limit, after),
      ),
    dropVectors: (name, space, keep) =>
      writing(name, (session, { num }) => dropForeignVectors(session, num, space, keep)),
    putDerived: (name, embeddings, readings) =>
      writing(name, async (session, { num, encoder }) => {
        await putReadings(session, num, readings);
        await putEmbeddings(session, num, embeddings);
        // A snapshot holds the words, the codes of other spaces, and the vectors of the bank's own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          await dropSnapshot(session, num);
      }),
    snapshot: (name) => reading(name, readSnapshot),
    snapshotParts: async function* (name) {
      yield* await reading(name, readSnapshotParts);
    },
    putSnapshot: (name, head, parts) =>
      writing(name, (session, { num }) => writeSnapshot(session, num, head, parts)),
    usage: (name, ids) => reading(name, (session, bank) => readUsage(session, bank, ids)),
    recordUsage: (name, used, at, noted) =>
      writing(name, (session, { num }) => writeUsage(session, num, used, at, noted)),
    recallRecord: (name, id) => reading(name, (session, bank) => readRecall(session, bank, id)),
    workingMemory: (name, id) =>
      reading(name, (session, bank) => readWorkingMemory(session, bank, id)),
    reviseWorkingMemory: (name, id, revise) =>
      writing(name, (session, { num }) => reviseWorkingMemory(session, num, id, revise)),
    job: (name, job) => reading(name, (session, bank) => readJob(session, bank, job)),
    reviseJob: (name, job, revise) =>
      writing(name, (session, { num }) => reviseJob(session, num, job, revise)),
  };
}
