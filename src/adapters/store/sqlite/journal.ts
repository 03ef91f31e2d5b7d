import type { Edge } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import {
  JOURNALED_KINDS,
  type ChangeRecord,
  type JournaledKind,
  type LoggedChange,
  type Touched,
} from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import { atOnce, type Steps } from '../../../domain/turns.js';
import type { JournalQuery, Page } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { decodeImage, decodeRow } from './journaled-records.js';
import { entryFromRow, type JournalRow } from './journal-entries.js';
import { parseCursor } from '../pages.js';
import { type BankRow } from './read.js';
import { soundRow, soundRows } from './sound-rows.js';
import { edgeId } from '../edge-id.js';
import { EDGE_KEY, edgeKey } from './removed.js';
import { fromRow } from './records.js';

export function findChanges(
  connection: Connection,
  bank: BankRow,
  { sequences, before, from, to, verbs, memory }: JournalQuery,
  limit: number,
): LoggedChange[] {
  const conditions = ['bank = ?'];
  const values: (string | number)[] = [bank.num];
  const require = (sql: string, ...given: readonly (string | number | undefined)[]): void => {
    const known = given.filter((value) => value !== undefined);
    if (known.length < given.length) return;
    conditions.push(sql);
    values.push(...known);
  };
  require('sequence IN (SELECT value FROM json_each(?))', sequences === undefined
    ? undefined
    : JSON.stringify(sequences));
  require('sequence < ?', before);
  require('at >= ?', from);
  require('at < ?', to);
  require('verb IN (SELECT value FROM json_each(?))', verbs === undefined
    ? undefined
    : JSON.stringify(verbs));
  require("sequence IN (SELECT created FROM memory WHERE bank = ? AND id = ? UNION ALL SELECT sequence FROM journal_before WHERE type = 'memory' AND id = ?)", bank.num, memory, memory);
  const rows = connection
    .statement(
      `SELECT * FROM journal WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT ?`,
    )
    .all(...values, limit);
  return soundRows<JournalRow>(connection, 'journal', bank.num, rows).map((row) =>
    loggedChange(connection, bank, row),
  );
}

function loggedChange(connection: Connection, bank: BankRow, row: JournalRow): LoggedChange {
  const { by } = connection
    .statement('SELECT max(sequence) AS "by" FROM journal WHERE reverts = ? AND bank = ?')
    .get(row.sequence, bank.num) as { by: number | null };
  return { ...atOnce(entryFromRow(connection, bank, row)), reverts: row.reverts, revertedBy: by };
}

export function findTouchedMemories(
  connection: Connection,
  bank: number,
  [from, to]: readonly [Instant, Instant],
  limit: number,
  after?: string,
): Page<MemoryId> {
  const rows = connection
    .statement(
      `SELECT m.num, m.id FROM memory m WHERE m.bank = ? AND m.num > ? AND (
         m.created IN (SELECT sequence FROM journal WHERE bank = ? AND at > ? AND at <= ?)
         OR m.id IN (SELECT b.id FROM journal j JOIN journal_before b ON b.sequence = j.sequence AND b.type = 'memory' WHERE j.bank = ? AND j.at > ? AND j.at <= ?))
       ORDER BY m.num LIMIT ?`,
    )
    .all(bank, parseCursor(after), bank, from, to, bank, from, to, limit + 1) as {
    num: number;
    id: string;
  }[];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ id }) => id as MemoryId),
    next: rows.length > limit && last !== undefined ? String(last.num) : null,
  };
}

const EDGE_ID = "source || '|' || role || '|' || target || '|' || label";

export function* readChangeRecord(
  connection: Connection,
  bank: BankRow,
  sequence: number,
): Steps<ChangeRecord | null> {
  const row = connection
    .statement('SELECT * FROM journal WHERE bank = ? AND sequence = ?')
    .get(bank.num, sequence);
  const read = soundRow<JournalRow>(connection, 'journal', bank.num, row);
  if (read === undefined) return null;
  const touched: Touched[] = [];
  for (const kind of JOURNALED_KINDS) {
    for (const id of idsOf(connection, bank.num, kind, sequence)) {
      touched.push(touchedRecord(connection, bank, [kind, id], sequence));
      yield;
    }
  }
  return { change: loggedChange(connection, bank, read), touched };
}

/** Ids of the records that the change created, replaced or removed, including those gone since. */
function idsOf(
  connection: Connection,
  bank: number,
  kind: JournaledKind,
  sequence: number,
): Set<string> {
  const founded =
    kind === 'bank'
      ? []
      : connection
          .statement(
            `SELECT ${kind === 'edge' ? EDGE_ID : 'id'} AS id FROM ${kind} WHERE bank = ? AND created = ?`,
          )
          .all(bank, sequence);
  const gone = connection
    .statement('SELECT id FROM removed WHERE created = ? AND bank = ? AND type = ?')
    .all(sequence, bank, kind);
  const replaced = connection
    .statement('SELECT id FROM journal_before WHERE sequence = ? AND type = ?')
    .all(sequence, kind);
  return new Set([...founded, ...gone, ...replaced].map((row) => (row as { id: string }).id));
}

function touchedRecord(
  connection: Connection,
  { num: bank, name }: BankRow,
  [kind, id]: readonly [JournaledKind, string],
  sequence: number,
): Touched {
  const image = connection
    .statement('SELECT id, image FROM journal_before WHERE sequence = ? AND type = ? AND id = ?')
    .get(sequence, kind, id) as { id: string; image: string } | undefined;
  const later = connection
    .statement(
      'SELECT b.sequence, b.id, b.image FROM journal_before b JOIN journal j ON j.sequence = b.sequence WHERE b.id = ? AND b.type = ? AND b.sequence > ? AND j.bank = ? ORDER BY b.sequence',
    )
    .all(id, kind, sequence, bank) as { sequence: number; id: string; image: string }[];
  const row =
    kind === 'bank'
      ? connection.statement('SELECT * FROM bank WHERE name = ?').get(name)
      : connection
          .statement(
            `SELECT * FROM ${kind} WHERE ${kind === 'edge' ? EDGE_KEY : 'bank = ? AND id = ?'}`,
          )
          .get(bank, ...(kind === 'edge' ? edgeKey(id) : [id]));
  const now = row === undefined ? null : decodeRow(connection, bank, kind, row as object);
  const [next] = later;
  // The kind and the three states belong together; the compiler cannot follow that through a table of decoders.
  return {
    kind,
    id,
    before: image === undefined ? null : decodeImage(connection, bank, kind, image),
    after: next === undefined ? now : decodeImage(connection, bank, kind, next),
    now,
    later: later.map((each) => each.sequence),
  } as Touched;
}

/** The journal's previous versions of links, newest first. */
export function findFormerEdges(
  connection: Connection,
  bank: number,
  edges: readonly Edge[],
): Edge[] {
  const images = connection
    .statement(
      `SELECT b.image FROM journal_before b JOIN journal j ON j.sequence = b.sequence
       WHERE b.id IN (SELECT value FROM json_each(?)) AND b.type = 'edge' AND j.bank = ? ORDER BY b.sequence DESC`,
    )
    .all(JSON.stringify(edges.map(edgeId)), bank) as { image: string }[];
  return images.flatMap(({ image }) => {
    const row = JSON.parse(image) as object | null;
    return row === null ? [] : [fromRow('edge', row)];
  });
}
