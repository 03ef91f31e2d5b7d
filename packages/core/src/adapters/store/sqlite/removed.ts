import { UNDONE, type JournaledRecords } from '../../../domain/reversal.js';
import type { Change } from '../../../domain/change.js';
import type { Edge } from '../../../domain/graph.js';
import { edgeId } from '../edge-id.js';
import { namedAgain, type Removable } from '../named-again.js';
import type { RecordKind } from '../sql/query.js';
import { fromRow, putSql, valuesOf } from './records.js';
import { asStored, readBefore } from './set-aside.js';
import { soundRow, soundRows } from './sound-rows.js';
import type { Steps } from '../../../domain/pace.js';
import type { Connection } from './connection.js';
import type { SqliteValue } from './sqlite-database.js';

/** Where a record is put: the bank's number and the number of the change. */
export interface Place {
  readonly bank: number;
  readonly sequence: number;
}

/** Every row of a record has the change that created it. */
interface Founded {
  readonly created: number;
}

/** Whether it existed before this change, which may put a record twice: then the journal keeps its previous version. */
function stoodBefore({ created }: Founded, { sequence }: Place): boolean {
  return created !== sequence;
}

/** The journal keeps a record's version from before the change. */
export function keepBefore(
  connection: Connection,
  place: Place,
  type: string,
  id: string,
  image: unknown,
): void {
  connection
    .statement(
      'INSERT OR IGNORE INTO journal_before (sequence, type, id, image) VALUES (?, ?, ?, ?)',
    )
    .run(place.sequence, type, id, JSON.stringify(image));
}

export const EDGE_KEY = 'bank = ? AND source = ? AND role = ? AND target = ? AND label = ?';

/** Splits the key into its columns; only the label may itself contain a bar. */
export function edgeKey(id: string): [string, string, string, string] {
  const [source = '', role = '', target = '', ...label] = id.split('|');
  return [source, role, target, label.join('|')];
}

/** Whether memory `m` was put by a change that is currently undone: its retraction reason says so. */
export const IS_UNDONE = `(m.retracted_at IS NOT NULL AND substr(m.retraction, 1, ${UNDONE.length}) = '${UNDONE}' AND EXISTS (SELECT 1 FROM journal j WHERE j.reverts = m.created))`;

const KEY = 'WITH wanted (bank, id) AS (VALUES (?, ?))';
const NAMED_BY_EDGE = `${KEY} SELECT 1 FROM wanted w JOIN edge e ON e.bank = w.bank AND e.source = w.id
  UNION ALL SELECT 1 FROM wanted w JOIN edge e ON e.bank = w.bank AND e.target = w.id LIMIT 1`;

/** Whether anything that is not undone still refers to a shared record. */
const NAMED: Readonly<Partial<Record<Removable, string>>> = {
  entity: NAMED_BY_EDGE,
  // Each memory of a context has a link to it.
  context: NAMED_BY_EDGE,
  session: `${KEY} SELECT 1 FROM wanted w JOIN memory m ON m.bank = w.bank AND m.session = w.id
    WHERE NOT ${IS_UNDONE} LIMIT 1`,
};

function where(type: RecordKind): string {
  return type === 'edge' ? EDGE_KEY : 'bank = ? AND id = ?';
}

function keyOf(type: RecordKind, id: string): string[] {
  return type === 'edge' ? edgeKey(id) : [id];
}

type Row = Record<string, SqliteValue> & Founded & { readonly num: number };

function find(connection: Connection, bank: number, type: RecordKind, id: string): Row | undefined {
  return connection
    .statement(`SELECT * FROM ${type} WHERE ${where(type)}`)
    .get(bank, ...keyOf(type, id)) as Row | undefined;
}

/** What the journal keeps of a readable row: for entities and edges the row itself, for the others the record. */
function imageOf(type: RecordKind, row: object): unknown {
  return type === 'entity' || type === 'edge' ? asStored(type, row) : fromRow(type, row);
}

/**
 * Puts a record, new or in the place of the one of its name, whose previous version the journal keeps. Returns
 * the row that it replaces.
 */
export function putRecord<Kind extends RecordKind>(
  connection: Connection,
  place: Place,
  kind: Kind,
  record: JournaledRecords[Kind],
): Row | undefined {
  const { insert, update } = putSql(kind);
  const id = kind === 'edge' ? edgeId(record as Edge) : (record as { readonly id: string }).id;
  const values = valuesOf(kind, record, place.sequence);
  const constant = kind === 'context' || kind === 'session';
  const row = constant ? undefined : find(connection, place.bank, kind, id);
  if (row === undefined) {
    connection.statement(insert).run(place.bank, place.sequence, ...values);
    return undefined;
  }
  // A damaged row is set aside, also where no version is kept.
  const was = readBefore(connection, place.bank, kind, row, (sound: object) =>
    imageOf(kind, sound),
  );
  if (stoodBefore(row, place)) keepBefore(connection, place, kind, id, was);
  connection.statement(update).run(...values, row.num);
  return row;
}

/**
 * Keeps a complete row that is removed. A record may be removed more than once, if recreated in between:
 * each time is kept.
 */
function keepRow(
  connection: Connection,
  { bank, sequence }: Place,
  type: Removable,
  id: string,
  row: unknown,
): void {
  connection
    .statement(
      'INSERT INTO removed (bank, type, id, taken, created, row) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(bank, type, id, sequence, (row as Row).created, JSON.stringify(row));
}

/** Inside the running transaction. */
export function takeAway(
  connection: Connection,
  place: Place,
  { kind, id }: { readonly kind: Removable; readonly id: string },
): void {
  const row = find(connection, place.bank, kind, id);
  const named = NAMED[kind];
  if (
    row === undefined ||
    (named !== undefined && connection.statement(named).get(place.bank, id) !== undefined)
  )
    return;
  const was = readBefore(connection, place.bank, kind, row, (sound: object) => ({
    image: imageOf(kind, sound),
    row: asStored(kind, sound),
  }));
  keepBefore(connection, place, kind, id, was?.image ?? null);
  if (was !== null) keepRow(connection, place, kind, id, was.row);
  connection
    .statement(`DELETE FROM ${kind} WHERE ${where(kind)}`)
    .run(place.bank, ...keyOf(kind, id));
}

/** Restores removed rows that the change puts, or refers to, again: as they were, in their old place in every order. */
export function* bringBackAll(connection: Connection, place: Place, change: Change): Steps<void> {
  for (const named of namedAgain(change)) {
    bringBack(connection, place, named, change.reverts);
    yield;
  }
}

/** The row that the undone change removed comes first, then the latest. */
function bringBack(
  connection: Connection,
  place: Place,
  [type, id]: readonly [Removable, string],
  reverts: number | null,
): void {
  const kept = connection
    .statement(
      'SELECT taken, row FROM removed WHERE bank = ? AND type = ? AND id = ? ORDER BY taken = ? DESC, taken DESC LIMIT 1',
    )
    .get(place.bank, type, id, reverts) as { taken: number; row: string } | undefined;
  if (kept === undefined || find(connection, place.bank, type, id) !== undefined) return;
  const row = soundRow<{ row: Row }>(connection, 'removed', place.bank, {
    ...kept,
    type,
    id,
    created: 0,
  })?.row;
  if (row === undefined) return;
  const taken =
    row['num'] !== undefined &&
    connection.statement(`SELECT 1 FROM ${type} WHERE num = ?`).get(row['num']) !== undefined;
  const columns = Object.keys(row).filter((column) => !(taken && column === 'num'));
  keepBefore(connection, place, type, id, null);
  connection
    .statement(
      `INSERT INTO ${type} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(...columns.map((column) => row[column] ?? null));
  connection
    .statement('DELETE FROM removed WHERE bank = ? AND type = ? AND id = ? AND taken = ?')
    .run(place.bank, type, id, kept.taken);
}

/** Rows of one kind removed from a bank, in their last version. */
export function removedRows<R>(
  connection: Connection,
  bank: number,
  type: Exclude<Removable, 'edge'>,
): R[] {
  const rows = connection
    .statement(
      `SELECT type, id, created, taken, row, max(taken) FROM removed r WHERE bank = ? AND type = ? AND NOT EXISTS (SELECT 1 FROM ${type} t WHERE t.bank = r.bank AND t.id = r.id) GROUP BY id`,
    )
    .all(bank, type);
  return soundRows<{ row: R }>(connection, 'removed', bank, rows).map(({ row }) => row);
}
