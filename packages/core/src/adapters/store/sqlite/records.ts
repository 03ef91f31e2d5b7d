import { type FoundRow, RECORD_KINDS, type RecordKind } from '../sql/query.js';
import type { Connection } from './connection.js';
import type { SqliteValue } from './sqlite-database.js';
import { type Cell, type Raw, valueOf } from '../stored-cells.js';
import { cellsOf, damagedCells, type StoredName } from '../stored-tables.js';
import { type BankSettings, withDefaults } from '../../../domain/bank.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/change.js';
import { type Edge, EDGE_ROLES } from '../../../domain/graph.js';
import type { Memory } from '../../../domain/memory.js';

/**
 * Repairs rows as far as possible; everything read from the file passes through here. A damaged cell is replaced by
 * its table's default, a row that is useless without it is left out, and both are logged for `doctor`. JSON is
 * returned parsed.
 */
export function soundRows<Row>(
  connection: Connection,
  table: StoredName,
  bank: number | null,
  rows: readonly unknown[],
): Row[] {
  return rows.filter((row) =>
    makeSound(connection, table, bank, row as Record<string, unknown>),
  ) as Row[];
}

/** The same for one row, if there is one. */
export function soundRow<Row>(
  connection: Connection,
  table: StoredName,
  bank: number | null,
  row: unknown,
): Row | undefined {
  return row === undefined ? undefined : soundRows<Row>(connection, table, bank, [row])[0];
}

/** Replaces the damaged cells of a row; false for one that is useless without them. */
export const makeSound = (
  connection: Connection,
  table: StoredName,
  bank: number | null,
  row: Record<string, unknown>,
): boolean => soundnessOf(connection, table, bank, row) !== 'lost';

/** The same; returns whether there were any. */
function soundnessOf(
  { damage }: Connection,
  table: StoredName,
  bank: number | null,
  row: Record<string, unknown>,
): 'sound' | 'mended' | 'lost' {
  const cells = cellsOf(table);
  let unsound: [string, Cell][] | null = null;
  for (const name in row) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const value = cell.json ? valueOf(cell, row[name]) : row[name];
    if (!cell.fits(value, row)) (unsound ??= []).push([name, cell]);
    else if (cell.json) row[name] = value;
  }
  if (unsound === null) return 'sound';
  const left = unsound.some(([, cell]) => cell.instead === undefined);
  for (const [cell] of unsound) damage.note({ table, bank, row: nameOfRow(row), cell, left });
  for (const [name, cell] of unsound) row[name] = cell.instead?.(row);
  return left ? 'lost' : 'mended';
}

/** The name of a row in messages. */
export function nameOfRow(row: Raw): string {
  const { id, source, target, num, rowid, token, session, key, name } = row;
  const known = [id, token, name, key, session].find((each) => typeof each === 'string');
  if (typeof known === 'string') return known;
  if (typeof source === 'string' && typeof target === 'string') return `${source} to ${target}`;
  const place = num ?? rowid;
  return typeof place === 'number' ? `number ${place}` : 'without a name';
}

/** Stores a complete, unchanged row before it is repaired or removed, so that unreadable data is not lost. */
export function setAside(
  connection: Connection,
  bank: number | null,
  table: string,
  row: Raw,
  cells: readonly string[] = damagedCells(table as StoredName, row),
): void {
  connection
    .statement('INSERT INTO set_aside (bank, place, name, cells, row) VALUES (?, ?, ?, ?, ?)')
    .run(bank, table, nameOfRow(row), cells.join(', '), JSON.stringify(row, asText));
}

/** Replaces bytes and non-finite numbers, which JSON lacks. */
function asText(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

interface Column {
  readonly name: string;
  /** The record's field that it contains; null for a column derived from the record for lookups. */
  readonly field: string | null;
  readonly of: (record: object, sequence: number) => SqliteValue;
}

/** Columns whose name is not the field's name in snake_case. */
const FIELDS: Readonly<Partial<Record<RecordKind, Readonly<Record<string, string>>>>> = {
  memory: { hash: 'contentHash' },
  edge: { source: 'from', target: 'to' },
};

/** Columns that are no field of the record: derived from it for lookups, or all of it. */
const DERIVED: Readonly<Record<string, Column['of']>> = {
  family: (edge) => EDGE_ROLES[(edge as Edge).role],
  changed: (_, sequence) => sequence,
  record: (record) => JSON.stringify(record),
};

/** A kind's columns other than bank, number and the change that created it; terms and traits are written later. */
function columnsOf(kind: RecordKind): Column[] {
  const cells = cellsOf(kind);
  const names = Object.keys(cells).filter((name) => name !== 'terms' && name !== 'traits');
  return (kind === 'learned' ? [...names, 'changed'] : names).map((name) => {
    const derived = DERIVED[name];
    if (derived !== undefined) return { name, field: null, of: derived };
    const field =
      FIELDS[kind]?.[name] ??
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const json = cells[name]?.json === true;
    const of = (record: object): SqliteValue => {
      const value = (record as Readonly<Record<string, SqliteValue>>)[field] ?? null;
      return json && value !== null ? JSON.stringify(value) : value;
    };
    return { name, field, of };
  });
}

const COLUMNS = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, columnsOf(kind)])) as Record<
  string,
  readonly Column[]
> as Readonly<Record<RecordKind, readonly Column[]>>;

/** The columns of a memory's record, and its number. */
export const PLACED_COLUMNS = ['num', 'created', ...COLUMNS.memory.map(({ name }) => name)];

const MEMORY_CELLS = COLUMNS.memory.map(({ name, field }) => ({
  field: field ?? name,
  cell: cellsOf('memory')[name] as Cell,
}));
const NO_ROW = Object.freeze({});

/** The memory from a list of values in the order of {@link PLACED_COLUMNS}; null if one of them is damaged. */
export function memoryOfList(values: readonly unknown[]): Memory | null {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < MEMORY_CELLS.length; at++) {
    const { field, cell } = MEMORY_CELLS[at] as (typeof MEMORY_CELLS)[number];
    const value = cell.json ? valueOf(cell, values[at + 2]) : values[at + 2];
    if (!cell.fits(value, NO_ROW)) return null;
    if (value !== null || field !== 'note') record[field] = value;
  }
  return record as unknown as Memory;
}

/** Such a list as a row. */
export function rowOfList(values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(PLACED_COLUMNS.map((column, at) => [column, values[at]]));
}

/** The record of a row in which every cell is valid and JSON is parsed. */
export function fromRow<Kind extends JournaledKind>(
  kind: Kind,
  row: object,
): JournaledRecords[Kind] {
  return recordFrom(kind, row as Readonly<Record<string, unknown>>) as JournaledRecords[Kind];
}

function recordFrom(kind: JournaledKind, row: Readonly<Record<string, unknown>>): unknown {
  if (kind === 'bank') return withDefaults(row['settings'] as Partial<BankSettings>);
  if (kind === 'conflict' || kind === 'learned') return row['record'];
  const record: Record<string, unknown> = {};
  for (const { name, field } of COLUMNS[kind]) if (field !== null) record[field] = row[name];
  if (kind === 'memory' && (record as unknown as Memory).note === null) delete record['note'];
  return record;
}

/** The columns that a record of a kind is stored in, and a function that gives their values. */
export function valuesOf(kind: RecordKind): {
  readonly names: readonly string[];
  readonly of: (record: object, sequence: number) => SqliteValue[];
} {
  const columns = COLUMNS[kind];
  return {
    names: columns.map(({ name }) => name),
    of: (record, sequence) => columns.map(({ of }) => of(record, sequence)),
  };
}

/** A record as its stored row, for the journal: its JSON columns become strings within JSON. */
export function rowOfRecord(kind: RecordKind, record: object): Record<string, SqliteValue> {
  return Object.fromEntries(COLUMNS[kind].map(({ name, of }) => [name, of(record, 0)]));
}

/** The record from such a row. */
export function fromJournaled<Kind extends RecordKind>(
  kind: Kind,
  row: object,
): JournaledRecords[Kind] {
  const cells = cellsOf(kind);
  const parsed = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    cells[name] === undefined ? value : valueOf(cells[name], value),
  ]);
  return fromRow(kind, Object.fromEntries(parsed) as object);
}

/** A row that was found, with every cell checked; includes the row as stored if some are damaged. */
export function foundRow(
  connection: Connection,
  kind: RecordKind,
  bank: number,
  row: Record<string, unknown>,
): FoundRow {
  const stored = { ...row };
  const soundness = soundnessOf(connection, kind, bank, row);
  const record = soundness === 'lost' ? null : fromRow(kind, row);
  const { num = null, created } = stored as { readonly num?: number; readonly created: number };
  const id =
    kind === 'edge'
      ? [row['source'], row['role'], row['target'], row['label']].join('|')
      : String(row['id']);
  return { kind, id, num, created, record, damaged: soundness === 'sound' ? undefined : stored };
}

/** Lists are passed as one JSON text, because SQLite limits the number of parameters. */
export const BY_ID = 'IN (SELECT value FROM json_each(?))';

/** Splits the id of an edge into its columns; only the label may itself contain a bar. */
export function edgeKey(id: string): [string, string, string, string] {
  const [source = '', role = '', target = '', ...label] = id.split('|');
  return [source, role, target, label.join('|')];
}
