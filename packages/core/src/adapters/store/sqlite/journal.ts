import type { Edge } from '../../../domain/graph.js';
import {
  JOURNALED_KINDS,
  type ChangeRecord,
  type JournaledKind,
  type LoggedChange,
  type Touched,
} from '../../../domain/reversal.js';
import { atOnce, type Steps } from '../../../domain/pace.js';
import type { JournalQuery } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { decodeImage, decodeRow } from './journaled-records.js';
import { findLines, type JournalRow } from '../sql/journal.js';
import { entryFromRow } from './journal-entries.js';
import { runQuery } from './run-query.js';
import { type BankRow } from './read.js';
import { soundRow } from './sound-rows.js';
import { edgeId } from '../edge-id.js';
import { EDGE_KEY, edgeKey } from './removed.js';
import { fromRow } from './records.js';

export function findChanges(
  connection: Connection,
  bank: BankRow,
  query: JournalQuery,
  limit: number,
): LoggedChange[] {
  const lines = runQuery(connection, findLines(bank.num, query, limit));
  return lines.map((row) => loggedChange(connection, bank, row));
}

function loggedChange(connection: Connection, bank: BankRow, row: JournalRow): LoggedChange {
  const { by } = connection
    .statement('SELECT max(sequence) AS "by" FROM journal WHERE reverts = ? AND bank = ?')
    .get(row.sequence, bank.num) as { by: number | null };
  return { ...atOnce(entryFromRow(connection, bank, row)), reverts: row.reverts, revertedBy: by };
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
