import type { Change, Embedding, Reading } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Goal } from '../../../domain/goal.js';
import type { Context, Entity, Session } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Steps } from '../../../domain/turns.js';
import type { CommitOptions } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { putEdge, removeEdge } from './edges.js';
import { dropDerived, eraseAll } from './erase.js';
import { putVote } from './feedback.js';
import { putClaim, putConflict } from './conflicts.js';
import { putLearned } from './learned.js';
import {
  goalFromRow,
  memoryFromRow,
  type EntityRow,
  type GoalRow,
  type MemoryRow,
} from './rows.js';
import {
  bringBackAll,
  keepBefore,
  stoodBefore,
  takeAway,
  type Founded,
  type Place,
} from './removed.js';
import { findBank, type BankRow } from './read.js';
import { asStored, readBefore } from './set-aside.js';
import { dropSnapshot } from './snapshots.js';
import { putSealed } from './vault.js';

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
  if (change.reverts !== null) yield* bringBackAll(connection, place, change, keepBefore);
  yield* each(change.sessions, (session) => putSession(connection, place, session));
  yield* each(change.contexts, (context) => putContext(connection, place, context));
  yield* each(change.goals, (goal) => putGoal(connection, place, goal));
  yield* each(change.votes, (vote) =>
    putVote(connection, bank, vote, sequence, (before) =>
      keepBefore(connection, place, 'vote', vote.id, before),
    ),
  );
  yield* each(change.conflicts, (it) => putConflict(connection, place, it, keepBefore));
  yield* each(change.sealed, (value) => putSealed(connection, bank, value));
  yield* each(change.learned, (record) => putLearned(connection, place, record, keepBefore));
  yield* each(change.claims, (claim) => putClaim(connection, bank, claim));
  yield* each(change.entities, (entity) => putEntity(connection, place, entity));
  yield* each(change.memories, (memory) => putMemory(connection, place, memory));
  yield* each(change.removedEdges, (edge) => removeEdge(connection, place, edge));
  yield* each(change.edges, (edge) => putEdge(connection, place, edge));
  yield* each(change.removed, (record) => takeAway(connection, place, record, keepBefore));
  putSettings(connection, place, change);
  yield* each(change.readings, (reading) => putReading(connection, bank, reading));
  yield* each(change.embeddings, (embedding) => putEmbedding(connection, bank, embedding));
  if (change.erasure !== null) yield* eraseAll(connection, bank, change.erasure);
  connection
    .statement('UPDATE bank SET sequence = ?, encoder = coalesce(?, encoder) WHERE num = ?')
    .run(sequence, change.encoder, bank);
  // A snapshot contains vectors of the previous encoder.
  if (change.encoder !== null) dropSnapshot(connection, bank);
  return sequence;
}

function* each<T>(records: readonly T[], put: (record: T) => void): Steps<void> {
  for (const record of records) {
    put(record);
    yield;
  }
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

function putMemory(connection: Connection, place: Place, memory: Memory): void {
  const row = connection
    .statement('SELECT * FROM memory WHERE bank = ? AND id = ?')
    .get(place.bank, memory.id) as (Founded & { num: number }) | undefined;
  const values = [
    memory.kind,
    memory.content,
    memory.contentHash,
    memory.language,
    memory.speaker,
    memory.session,
    memory.position,
    memory.saidAt,
    memory.occurredFrom,
    memory.occurredTo,
    memory.occurredPrecision,
    memory.recordedAt,
    memory.retractedAt,
    memory.retraction,
    memory.quarantine === null ? null : JSON.stringify(memory.quarantine),
    memory.confidence,
    memory.importance,
    memory.version,
    memory.supersededBy,
    memory.context,
    JSON.stringify(memory.tags),
    JSON.stringify(memory.metadata),
    JSON.stringify(memory.provenance),
    JSON.stringify(memory.dates),
    JSON.stringify(memory.images),
    memory.note === undefined ? null : JSON.stringify(memory.note),
  ];
  if (row === undefined) {
    connection.statement(INSERT_MEMORY).run(place.bank, memory.id, place.sequence, ...values);
    return;
  }
  const was = readBefore<MemoryRow, Memory>(connection, place.bank, 'memory', row, memoryFromRow);
  if (stoodBefore(row, place)) keepBefore(connection, place, 'memory', memory.id, was);
  connection.statement(UPDATE_MEMORY).run(...values, row.num);
}

const COLUMNS = [
  'kind',
  'content',
  'hash',
  'language',
  'speaker',
  'session',
  'position',
  'said_at',
  'occurred_from',
  'occurred_to',
  'occurred_precision',
  'recorded_at',
  'retracted_at',
  'retraction',
  'quarantine',
  'confidence',
  'importance',
  'version',
  'superseded_by',
  'context',
  'tags',
  'metadata',
  'provenance',
  'dates',
  'images',
  'note',
];
const INSERT_MEMORY = `INSERT INTO memory (bank, id, created, ${COLUMNS.join(', ')}) VALUES (?, ?, ?${', ?'.repeat(COLUMNS.length)})`;
const UPDATE_MEMORY = `UPDATE memory SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE num = ?`;

function putEntity(connection: Connection, place: Place, entity: Entity): void {
  const row = connection
    .statement('SELECT * FROM entity WHERE bank = ? AND id = ?')
    .get(place.bank, entity.id) as (Founded & { num: number }) | undefined;
  const values = [
    entity.name,
    entity.type,
    JSON.stringify(entity.aliases),
    entity.firstSeenAt,
    entity.version,
  ];
  if (row === undefined) {
    connection
      .statement(
        'INSERT INTO entity (bank, id, created, name, type, aliases, first_seen_at, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(place.bank, entity.id, place.sequence, ...values);
    return;
  }
  const was = readBefore(connection, place.bank, 'entity', row, (each: EntityRow) =>
    asStored('entity', each),
  );
  if (stoodBefore(row, place)) keepBefore(connection, place, 'entity', entity.id, was);
  connection
    .statement(
      'UPDATE entity SET name = ?, type = ?, aliases = ?, first_seen_at = ?, version = ? WHERE num = ?',
    )
    .run(...values, row.num);
}

function putContext(connection: Connection, place: Place, context: Context): void {
  connection
    .statement(
      'INSERT OR IGNORE INTO context (bank, id, created, name, created_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(place.bank, context.id, place.sequence, context.name, context.createdAt);
}

function putSession(connection: Connection, place: Place, session: Session): void {
  connection
    .statement(
      'INSERT OR IGNORE INTO session (bank, id, created, origin, started_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(place.bank, session.id, place.sequence, session.origin, session.startedAt);
}

function putGoal(connection: Connection, place: Place, goal: Goal): void {
  const row = connection
    .statement('SELECT * FROM goal WHERE bank = ? AND id = ?')
    .get(place.bank, goal.id) as (Founded & { num: number }) | undefined;
  const values = [
    goal.description,
    goal.level,
    goal.parent,
    goal.weight,
    goal.status,
    goal.createdAt,
    goal.changedAt,
    goal.retractedAt,
    goal.version,
  ];
  if (row === undefined) {
    connection
      .statement(
        `INSERT INTO goal (bank, id, created, description, level, parent, weight, status, created_at, changed_at, retracted_at, version)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(place.bank, goal.id, place.sequence, ...values);
    return;
  }
  const was = readBefore<GoalRow, Goal>(connection, place.bank, 'goal', row, goalFromRow);
  if (stoodBefore(row, place)) keepBefore(connection, place, 'goal', goal.id, was);
  connection
    .statement(
      `UPDATE goal SET description = ?, level = ?, parent = ?, weight = ?, status = ?, created_at = ?, changed_at = ?,
       retracted_at = ?, version = ? WHERE num = ?`,
    )
    .run(...values, row.num);
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
