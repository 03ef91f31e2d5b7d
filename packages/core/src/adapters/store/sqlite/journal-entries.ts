import type { JournalEntry, Verb } from '../../../domain/change.js';
import type { ResultId } from '../../../domain/feedback.js';
import type { Edge } from '../../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../../domain/ids.js';
import type { Steps } from '../../../domain/pace.js';
import { linesAfter, type JournalRow } from '../sql/journal.js';
import { runQuery } from './run-query.js';
import type { Connection } from './connection.js';
import type { BankRow } from './read.js';
import { EDGE_KEY, edgeKey } from './removed.js';
import { fromRow } from './records.js';
import { soundRow, soundRows } from './sound-rows.js';

export function* journalSince(
  connection: Connection,
  { num: bank, name, sequence: newest }: BankRow,
  sequence: number,
  limit: number,
): Steps<JournalEntry[]> {
  // Called before every recall, and there is usually nothing new.
  if (newest <= sequence) return [];
  const rows = runQuery(connection, linesAfter(bank, sequence, limit));
  const entries: JournalEntry[] = [];
  for (const row of rows) {
    entries.push(yield* entryFromRow(connection, { num: bank, name }, row));
    yield;
  }
  return entries;
}

export function* entryFromRow(
  connection: Connection,
  { num: bank, name }: Pick<BankRow, 'num' | 'name'>,
  row: JournalRow,
): Steps<JournalEntry> {
  return {
    sequence: row.sequence,
    bank: name as BankName,
    at: row.at,
    verb: row.verb as Verb,
    actor: row.actor,
    reason: row.reason,
    memories: recordsOfChange(connection, 'memory', row.sequence) as MemoryId[],
    entities: recordsOfChange(connection, 'entity', row.sequence) as EntityId[],
    votes: recordsOfChange(connection, 'vote', row.sequence) as ResultId[],
    ...(yield* edgesOfChange(connection, bank, row.sequence)),
  };
}

/**
 * Edges that the change created, and those it replaced or removed: for these the journal keeps the previous
 * version.
 */
function* edgesOfChange(
  connection: Connection,
  bank: number,
  sequence: number,
): Steps<Pick<JournalEntry, 'edges' | 'removedEdges'>> {
  const founded = yield* inSlices<object>(
    connection,
    ['edge', bank],
    connection.statement('SELECT * FROM edge WHERE created = ?').all(sequence),
  );
  const images = yield* inSlices<{ id: string; image: object | null }>(
    connection,
    ['journal_before', bank],
    connection
      .statement("SELECT type, id, image FROM journal_before WHERE sequence = ? AND type = 'edge'")
      .all(sequence),
  );
  const edges = founded.map((row) => fromRow('edge', row));
  const removedEdges: Edge[] = [];
  const now = connection.statement(`SELECT * FROM edge WHERE ${EDGE_KEY}`);
  for (const { id, image } of images) {
    const there = soundRow<object>(connection, 'edge', bank, now.get(bank, ...edgeKey(id)));
    if (there !== undefined) edges.push(fromRow('edge', there));
    else if (image !== null) removedEdges.push(fromRow('edge', image));
    yield;
  }
  return { edges, removedEdges };
}

/** Rows that are checked without a rest. */
const SLICE = 500;

function* inSlices<Row>(
  connection: Connection,
  [table, bank]: readonly ['edge' | 'journal_before', number],
  rows: readonly unknown[],
): Steps<Row[]> {
  const sound: Row[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    sound.push(...soundRows<Row>(connection, table, bank, rows.slice(at, at + SLICE)));
    yield;
  }
  return sound;
}

function recordsOfChange(
  connection: Connection,
  type: 'memory' | 'entity' | 'vote',
  sequence: number,
): string[] {
  const rows = connection
    .statement(
      `SELECT id FROM ${type} WHERE created = ?
       UNION ALL SELECT id FROM journal_before WHERE sequence = ? AND type = ?`,
    )
    .all(sequence, sequence, type) as { id: unknown }[];
  return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
