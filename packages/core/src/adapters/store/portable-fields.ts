import type { Removable } from './sql/query.js';
import { cellsOf, damagedCells, type StoredName } from './stored-tables.js';
import type { JournaledKind } from '../../domain/change.js';
import { type Edge, EDGE_ROLES, type Entity } from '../../domain/graph.js';
import type { Json, PortableRecord, PortableType } from '../../domain/import-export.js';
import type { Learned } from '../../domain/learned-record.js';
import type { Accesses, Memory } from '../../domain/memory.js';
import type { Conflict } from '../../domain/validity.js';

/** The table of each record type. */
export const PORTABLE_TABLES = {
  change: 'journal',
  session: 'session',
  context: 'context',
  entity: 'entity',
  goal: 'goal',
  memory: 'memory',
  claim: 'claim',
  edge: 'edge',
  conflict: 'conflict',
  vote: 'vote',
  learned: 'learned',
  before: 'journal_before',
  removed: 'removed',
  workingMemory: 'working_memory',
  sealed: 'vault',
  recall: 'recall_log',
} as const satisfies Readonly<Record<PortableType, StoredName>>;

/**
 * Tables that no export includes: derived from others, exported with others, or belonging to the file rather than to
 * a bank.
 */
export const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'bank',
  'embedding',
  'usage',
  'snapshot',
  'snapshot_part',
  'unfinished_erasure',
  // The progress of background jobs here.
  'job',
  'api_key',
  'reply',
  // Unreadable rows cannot be exported.
  'set_aside',
  'memory_text_config',
  'memory_text_data',
  'memory_text_docsize',
  'memory_text_idx',
]);

/** A record that cannot be imported; the message is shown to users. */
export class RefusedRecordError extends Error {}

/** Fields that contain the number of a change. */
const CHANGE_FIELDS = ['created', 'changed', 'sequence', 'taken', 'reverts'] as const;
/** Fields of an exported memory that its row does not contain. */
const EXTRA_MEMORY_FIELDS: ReadonlySet<string> = new Set(['vectors', 'usage']);
/** Fields that exports of earlier versions lack. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'images',
  'quarantine',
  'note',
  'traits',
  'terms',
  'reverts',
]);

const cellName = (type: string, field: string): string =>
  field === 'kind' && (type === 'entity' || type === 'before' || type === 'removed')
    ? 'type'
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Refuses records that no export can contain: unknown or missing fields, invalid values, numbers of changes that do
 * not exist.
 */
export function assertFits(record: PortableRecord, lastChange: number): void {
  const { type, ...fields } = record;
  const table = PORTABLE_TABLES[type];
  const cells = cellsOf(table);
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if ((CHANGE_FIELDS as readonly string[]).includes(field)) {
      if (value !== null) assertChange(field, value, lastChange);
      if (cells[field] === undefined) continue;
    }
    if (type === 'memory' && EXTRA_MEMORY_FIELDS.has(field)) continue;
    const name = cellName(type, field);
    const cell = cells[name];
    if (cell === undefined) throw new RefusedRecordError(`${field} is no field of a ${type}`);
    row[name] = cell.json && value !== null ? JSON.stringify(value) : value;
  }
  for (const name of Object.keys(cells))
    if (!(name in row) && !OPTIONAL.has(name) && !cells[name]?.fits(null, row))
      throw new RefusedRecordError(`${name} is missing`);
  const unfit = damagedCells(table, row);
  if (unfit.length > 0)
    throw new RefusedRecordError(`${unfit.join(', ')} cannot be what a bank told of a ${type}`);
  if (type === 'removed') assertColumns(fields['kind'], fields['row']);
}

/** A removed row has columns of its table alone, and not the file's own numbers. */
function assertColumns(kind: unknown, row: unknown): void {
  const table = PORTABLE_TABLES[kind as PortableType] as StoredName | undefined;
  if (table === undefined)
    throw new RefusedRecordError(`kind: a ${String(kind)} is never taken away`);
  const cells = cellsOf(table);
  const unknown = Object.keys(row ?? {}).find((name) => cells[name] === undefined);
  if (unknown !== undefined)
    throw new RefusedRecordError(`row: ${unknown} is no column of a ${String(kind)}`);
}

function assertChange(field: string, value: unknown, last: number): void {
  if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > last)
    throw new RefusedRecordError(`${field} is no change of this bank: it had ${last}`);
}

/** The fields of records in an export (docs/export.md), for stores that save each record as one JSON value. */
type Fields = Readonly<Record<string, unknown>>;

/** The file schema version that exports declare; readers decide by the fields. */
export const PORTABLE_VERSION = 13;

export function edgeFields({ from, to, ...rest }: Edge): Fields {
  return { source: from, target: to, ...rest, family: EDGE_ROLES[rest.role] };
}

/** Fields of a memory in an export that are not in its record. */
interface ExtraMemoryFields {
  readonly terms: string | null;
  readonly traits: number;
  readonly vectors: readonly {
    readonly space: string;
    readonly encoder: string;
    readonly code: Int8Array;
  }[];
  readonly usage: Accesses | null;
}

export function memoryFields(record: Memory, beside: ExtraMemoryFields): Fields {
  const { contentHash: hash, ...memory } = record;
  const vectors = beside.vectors.map(({ space, encoder, code }) => {
    const data = Buffer.from(code.buffer, code.byteOffset, code.byteLength).toString('base64');
    return { space, encoder, data };
  });
  return { ...memory, note: record.note ?? null, hash, ...beside, vectors };
}

/** A memory's record from the fields of an export. */
export function memoryFrom(fields: Fields): Memory {
  const {
    created: _created,
    hash,
    terms: _terms,
    traits: _traits,
    vectors: _vectors,
    usage: _usage,
    note,
    ...told
  } = fields;
  return {
    images: [],
    quarantine: null,
    ...told,
    ...(note === null || note === undefined ? {} : { note }),
    contentHash: hash,
  } as unknown as Memory;
}

/** The vector codes of a memory in an export. */
export function vectorsFrom(
  vectors: unknown,
): readonly { readonly space: string; readonly encoder: string; readonly code: Int8Array }[] {
  const told = vectors ?? [];
  if (!Array.isArray(told)) throw new RefusedRecordError(NO_VECTORS);
  return (told as readonly (Fields | null)[]).map((each) => {
    const { space, encoder, data } = each ?? {};
    if (typeof space !== 'string' || typeof encoder !== 'string' || typeof data !== 'string')
      throw new RefusedRecordError(NO_VECTORS);
    return { space, encoder, code: new Int8Array(Buffer.from(data, 'base64')) };
  });
}

const NO_VECTORS = 'vectors must be a list of { space, encoder, data }';

export function entityFields({ type: kind, ...entity }: Entity): Fields {
  return { ...entity, kind };
}

export function conflictFields(record: Conflict): Fields {
  const { id, older, newer, status, verdict } = record;
  return { id, older, newer, status, verdict, record };
}

export function learnedFields(record: Learned): Fields {
  const { id, kind, key } = record;
  return { id, kind, key, record };
}

/** A journal image in an export: entities and edges are written as columns. */
export function imageFields(kind: JournaledKind, image: unknown): unknown {
  if (image === null || (kind !== 'entity' && kind !== 'edge')) return image;
  return columnsOf(kind, image as Fields);
}

/** A removed or replaced record as the columns of its kind: names in snake_case, lists as JSON text. */
export function columnsOf(kind: Removable, record: Fields): Fields {
  if (kind === 'edge') return edgeFields(record as unknown as Edge);
  if (kind === 'conflict') {
    return {
      ...conflictFields(record as unknown as Conflict),
      record: JSON.stringify(record),
    };
  }
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** The reverse: a record from the columns of its kind. */
export function fromColumns(kind: Removable, columns: Fields): unknown {
  if (kind === 'conflict') return JSON.parse(String(columns['record'])) as unknown;
  if (kind === 'edge') return edgeFrom(columns);
  const record = Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  const json = kind === 'entity' ? 'aliases' : kind === 'vote' ? 'need' : null;
  return json === null
    ? record
    : { ...record, [json]: JSON.parse(String(record[json])) as unknown };
}

export function edgeFrom(fields: Fields): Edge {
  const { source, role, target, label, weight, confidence, status, evidence } = fields;
  return { from: source, to: target, role, label, weight, confidence, status, evidence } as Edge;
}

/** The record of a journal image. */
export function imageFrom(kind: JournaledKind, image: Json): unknown {
  if (image === null) return null;
  if (kind === 'entity' || kind === 'edge') return fromColumns(kind, image as Fields);
  // Images from before images and quarantine were introduced lack these fields.
  return kind === 'memory' ? { quarantine: null, images: [], ...(image as Fields) } : image;
}

export function entityFrom({ kind, ...fields }: Fields): Entity {
  return { ...fields, type: kind } as unknown as Entity;
}
