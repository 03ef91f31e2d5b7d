import type { Change, Embedding, Reading } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { JournaledRecords } from '../../../domain/reversal.js';
import type { Steps } from '../../../domain/pace.js';
import type { CommitOptions } from '../../../ports/store.js';
import { edgeId } from '../edge-id.js';
import type { Connection } from './connection.js';
import { dropDerived, eraseAll } from './erase.js';
import { putClaim } from './claims.js';
import { putLearned } from './learned.js';
import type { RecordKind } from '../sql/query.js';
import { dropSnapshot } from '../sql/snapshots.js';
import { runQuery } from './run-query.js';
import { bringBackAll, keepBefore, putRecord, takeAway, type Place } from './removed.js';
import { findBank, type BankRow } from './read.js';
import { readBefore } from './set-aside.js';
import type { SealedValue } from '../../../domain/privacy.js';

/** Applies one change inside the running transaction, record by record, and returns its sequence number. */
export function* applyChange(
  connection: Connection,
  change: Change,
  options: CommitOptions,
): Steps<number> {
  const { num: bank } = lockBank(connection, change, options);
  const { sequence } = connection
    .statement(
      'INSERT INTO journal (bank, at, verb, actor, reason, reverts) VALUES (?, ?, ?, ?, ?, ?) RETURNING sequence',
    )
    .get(bank, change.at, change.verb, change.actor, change.reason, change.reverts) as {
    sequence: number;
  };
  const place = { bank, sequence };
  if (change.erasure !== null) dropDerived(connection, bank, change.erasure.rewritten);
  if (change.reverts !== null) yield* bringBackAll(connection, place, change);
  const put =
    <Kind extends RecordKind>(kind: Kind) =>
    (record: JournaledRecords[Kind]): void =>
      void putRecord(connection, place, kind, record);
  yield* each(change.sessions, put('session'));
  yield* each(change.contexts, put('context'));
  yield* each(change.goals, put('goal'));
  yield* each(change.votes, put('vote'));
  yield* each(change.conflicts, put('conflict'));
  yield* each(change.sealed, (value) => putSealed(connection, bank, value));
  yield* each(change.learned, (record) => putLearned(connection, place, record));
  yield* each(change.claims, (claim) => putClaim(connection, bank, claim));
  yield* each(change.entities, put('entity'));
  yield* each(change.memories, put('memory'));
  yield* each(change.removedEdges, (edge) =>
    takeAway(connection, place, { kind: 'edge', id: edgeId(edge) }),
  );
  yield* each(change.edges, put('edge'));
  yield* each(change.removed, (record) => takeAway(connection, place, record));
  putSettings(connection, place, change);
  yield* each(change.readings, (reading) => putReading(connection, bank, reading));
  yield* each(change.embeddings, (embedding) => putEmbedding(connection, bank, embedding));
  if (change.erasure !== null) yield* eraseAll(connection, bank, change.erasure);
  connection
    .statement('UPDATE bank SET sequence = ?, encoder = coalesce(?, encoder) WHERE num = ?')
    .run(sequence, change.encoder, bank);
  // A snapshot contains vectors of the previous encoder.
  if (change.encoder !== null) runQuery(connection, dropSnapshot(bank));
  return sequence;
}

function* each<T>(records: readonly T[], put: (record: T) => void): Steps<void> {
  for (const record of records) {
    put(record);
    yield;
  }
}

function putSealed(
  connection: Connection,
  bank: number,
  { token, kind, print, sealed }: SealedValue,
): void {
  connection
    .statement('INSERT INTO vault (bank, token, kind, print, sealed) VALUES (?, ?, ?, ?, ?)')
    .run(bank, token, kind, print, sealed);
}

function lockBank(connection: Connection, change: Change, options: CommitOptions): BankRow {
  const row = findBank(connection, change.bank);
  if (row === null) {
    throw new MnemeError('not_found', `There is no bank named ${change.bank}.`, {
      field: 'bank',
      value: change.bank,
    });
  }
  if (options.expectedSequence !== undefined && options.expectedSequence !== row.sequence) {
    throw new MnemeError(
      'conflict',
      `Bank ${change.bank} moved on from change ${options.expectedSequence} to ${row.sequence}.`,
      {
        hint: 'Read again and repeat.',
      },
    );
  }
  return row;
}

/** The journal keeps the previous settings, as it does for every record. */
function putSettings(connection: Connection, place: Place, { bank, settings }: Change): void {
  if (settings === null) return;
  const row = connection.statement('SELECT * FROM bank WHERE num = ?').get(place.bank) as object;
  const kept =
    readBefore(connection, place.bank, 'bank', row, (bank: BankRow) => bank.settings) ?? {};
  keepBefore(connection, place, 'bank', bank, kept);
  connection
    .statement('UPDATE bank SET settings = ? WHERE num = ?')
    .run(JSON.stringify({ ...kept, ...settings }), place.bank);
}

function memoryNumber(
  connection: Connection,
  bank: number,
  id: MemoryId,
): { num: number; terms: string | null } {
  const row = connection
    .statement('SELECT num, terms FROM memory WHERE bank = ? AND id = ?')
    .get(bank, id);
  if (row === undefined)
    throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'memory', value: id });
  return row as { num: number; terms: string | null };
}

export function putReading(
  connection: Connection,
  bank: number,
  { memory, terms, traits }: Reading,
): void {
  const { num, terms: old } = memoryNumber(connection, bank, memory);
  // An external-content FTS5 table must be told its previous content.
  if (old !== null) {
    connection
      .statement("INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)")
      .run(num, old);
  }
  connection
    .statement('UPDATE memory SET terms = ?, traits = ? WHERE num = ?')
    .run(terms, traits, num);
  connection.statement('INSERT INTO memory_text (rowid, terms) VALUES (?, ?)').run(num, terms);
}

export function putEmbedding(connection: Connection, bank: number, embedding: Embedding): void {
  const { num } = memoryNumber(connection, bank, embedding.memory);
  const { buffer, byteOffset, byteLength } = embedding.vector;
  connection
    .statement(
      `INSERT INTO embedding (memory, space, encoder, vector) VALUES (?, ?, ?, ?)
       ON CONFLICT (memory, space, encoder) DO UPDATE SET vector = excluded.vector`,
    )
    .run(num, embedding.space, embedding.encoder, new Uint8Array(buffer, byteOffset, byteLength));
}
