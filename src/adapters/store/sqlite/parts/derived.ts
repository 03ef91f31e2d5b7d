import type { BankName, MemoryId } from '../../../../domain/ids.js';
import type { Instant } from '../../../../domain/time.js';
import type { NotedRecalls, StoreDerived } from '../../../../ports/store-derived.js';
import { putEmbedding, putReading } from '../commit.js';
import type { Connection } from '../connection.js';
import { readRecall, writeRecalls } from '../feedback.js';
import { readPurposeSamples, writePurposeSamples } from '../purpose-samples.js';
import * as read from '../read.js';
import { dropSnapshot, readSnapshot, readSnapshotPart, writeSnapshot } from '../snapshots.js';
import { streamCodes, streamIndexRows } from '../streams.js';
import { dropForeignVectors, findWithoutVector, waits } from '../vectors.js';
import { readWorkingMemory, reviseWorkingMemory } from '../working-memories.js';
import { readingBanks, writingBanks } from './bank-of.js';

export function derivedPart(connection: Connection): StoreDerived {
  const reading = readingBanks(connection);
  const writing = writingBanks(connection);
  const bankOf = (name: BankName): number => read.bankNumber(connection, name);
  return {
    indexRows: (bank, space, encoder, ids) =>
      streamIndexRows(connection, bankOf(bank), space, encoder, ids),
    codes: (bank, space, encoder, ids) =>
      streamCodes(connection, bankOf(bank), space, encoder, ids),
    withoutVector: (bank, space, encoder, limit, after) =>
      reading(bank, (num) => findWithoutVector(connection, num, [space, encoder], limit, after)),
    dropVectors: (bank, space, keep) => dropForeignVectors(connection, bankOf(bank), space, keep),
    putDerived: (bank, embeddings, readings) =>
      connection.write(() => {
        const { num, encoder } = read.bankRow(connection, bank);
        for (const item of readings) putReading(connection, num, item);
        for (const item of embeddings) putEmbedding(connection, num, item);
        // A snapshot holds the words, the codes of other spaces, and the vectors of the bank's own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          dropSnapshot(connection, num);
      }),
    snapshot: (bank) => reading(bank, (num) => readSnapshot(connection, num)),
    snapshotPart: (bank, part) => reading(bank, (num) => readSnapshotPart(connection, num, part)),
    putSnapshot: (bank, head, parts) =>
      writing(bank, (num) => writeSnapshot(connection, num, head, parts)),
    usage: (bank, ids) => reading(bank, (num) => read.readUsage(connection, num, ids)),
    recordUsage: (bank, used, at, noted) =>
      writing(bank, (num) => writeUsage(connection, num, used, at, noted)),
    recallRecord: (bank, id) => reading(bank, (num) => readRecall(connection, num, id)),
    purposeSamples: (bank, basis) =>
      reading(bank, (num) => readPurposeSamples(connection, num, basis)),
    recordPurpose: (bank, basis, added, dropped) =>
      writing(bank, (num) => writePurposeSamples(connection, num, basis, added, dropped)),
    workingMemory: (bank, session) =>
      reading(bank, (num) => readWorkingMemory(connection, num, session)),
    reviseWorkingMemory: (bank, session, revise) =>
      writing(bank, (num) => reviseWorkingMemory(connection, num, session, revise)),
  };
}

function writeUsage(
  connection: Connection,
  bank: number,
  used: readonly MemoryId[],
  at: Instant,
  noted?: NotedRecalls,
): void {
  for (const id of used) {
    connection
      .statement(
        `INSERT INTO usage (memory, access_count, last_accessed_at)
         SELECT m.num, 1, ? FROM memory m WHERE m.bank = ? AND m.id = ?
         ON CONFLICT (memory) DO UPDATE SET access_count = access_count + 1, last_accessed_at = excluded.last_accessed_at`,
      )
      .run(at, bank, id);
  }
  if (noted !== undefined) writeRecalls(connection, bank, noted.recalls, noted.keep);
}
