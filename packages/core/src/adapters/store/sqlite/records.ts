import { withDefaults, type BankSettings } from '../../../domain/bank.js';
import { EDGE_ROLES, type Edge } from '../../../domain/graph.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { FoundRow, RecordKind } from '../sql/query.js';
import { valueOf, type Cell } from '../stored-cells.js';
import { cellsOf } from '../stored-tables.js';
import type { Connection } from './connection.js';
import { soundnessOf } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';

type Records = Pick<JournaledRecords, RecordKind>;

interface Column {
  readonly name: string;
  /** The record's field that it contains; null for what is found by and derived from the record. */
  readonly field: string | null;
  readonly of: (record: object, sequence: number) => SqliteValue;
}

const NAMES: Readonly<Record<string, string>> = {
  contentHash: 'hash',
  from: 'source',
  to: 'target',
};

/** Columns of fields, in the record's order: `said_at` contains `saidAt`, as JSON where the table's cells say so. */
function fields<Kind extends RecordKind>(
  kind: Kind,
  ...names: (keyof Records[Kind] & string)[]
): Column[] {
  const cells = cellsOf(kind);
  return names.map((field) => {
    const name = NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const json = cells[name]?.json === true;
    const of = (record: object): SqliteValue => {
      const value = (record as Readonly<Record<string, SqliteValue>>)[field] ?? null;
      return json && value !== null ? JSON.stringify(value) : value;
    };
    return { name, field, of };
  });
}

const whole: Column = { name: 'record', field: null, of: (record) => JSON.stringify(record) };

/** The columns of each kind, besides its bank, its place and the change that created it. */
const COLUMNS: { readonly [Kind in RecordKind]: readonly Column[] } = {
  memory: fields(
    'memory',
    ...(['id', 'kind', 'content', 'contentHash', 'language', 'speaker', 'session'] as const),
    ...(['position', 'saidAt', 'occurredFrom', 'occurredTo', 'occurredPrecision'] as const),
    ...(['recordedAt', 'retractedAt', 'retraction', 'quarantine', 'confidence'] as const),
    ...(['importance', 'version', 'supersededBy', 'tags', 'metadata', 'provenance'] as const),
    ...(['dates', 'context', 'images', 'note'] as const),
  ),
  entity: fields('entity', 'id', 'name', 'type', 'aliases', 'firstSeenAt', 'version'),
  context: fields('context', 'id', 'name', 'createdAt'),
  session: fields('session', 'id', 'origin', 'startedAt'),
  goal: fields(
    'goal',
    ...(['id', 'description', 'level', 'parent', 'weight', 'status'] as const),
    ...(['createdAt', 'changedAt', 'retractedAt', 'version'] as const),
  ),
  vote: fields(
    'vote',
    ...(['id', 'memory', 'verdict', 'note', 'at', 'actor', 'need'] as const),
    ...(['source', 'kind', 'lowered', 'version'] as const),
  ),
  edge: [
    ...fields('edge', 'from', 'to', 'role', 'label', 'weight', 'confidence', 'status', 'evidence'),
    { name: 'family', field: null, of: (edge) => EDGE_ROLES[(edge as Edge).role] },
  ],
  conflict: [...fields('conflict', 'id', 'older', 'newer', 'status', 'verdict'), whole],
  learned: [
    ...fields('learned', 'id', 'kind', 'key'),
    { name: 'changed', field: null, of: (_, sequence) => sequence },
    whole,
  ],
};

/** Of a memory what its record has, and its place. */
export const PLACED_COLUMNS = ['num', 'created', ...COLUMNS.memory.map(({ name }) => name)];

const MEMORY_CELLS = COLUMNS.memory.map(({ name, field }) => ({
  field: field ?? name,
  cell: cellsOf('memory')[name] as Cell,
}));
const NO_ROW = Object.freeze({});

/** The memory of a list of values in the order of {@link PLACED_COLUMNS}; null where one of them is damaged. */
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

/** A row of such a list. */
export function rowOfList(values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(PLACED_COLUMNS.map((column, at) => [column, values[at]]));
}

/** The record of a row from `sound-rows.ts`, in which every cell is valid and JSON is parsed. */
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

/** The columns of a kind that a record is put into, and what goes there. */
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

/** A record as the row that it lies in, for the journal: there, its JSON is text within JSON. */
export function rowOfRecord(kind: RecordKind, record: object): Record<string, SqliteValue> {
  return Object.fromEntries(COLUMNS[kind].map(({ name, of }) => [name, of(record, 0)]));
}

/** The record of such a row. */
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

/** A row that was found, in which every cell is checked; as it lies there, too, where some are damaged. */
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

/** A list of any length is one JSON text, because SQLite limits the number of parameters. */
export const BY_ID = 'IN (SELECT value FROM json_each(?))';

/** Splits the key of a link into its columns; only the label may itself contain a bar. */
export function edgeKey(id: string): [string, string, string, string] {
  const [source = '', role = '', target = '', ...label] = id.split('|');
  return [source, role, target, label.join('|')];
}
