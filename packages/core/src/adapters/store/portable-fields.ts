import type { Conflict } from '../../domain/conflict.js';
import { EDGE_ROLES, type Edge, type Entity } from '../../domain/graph.js';
import type { Json } from '../../domain/import-export.js';
import type { Learned } from '../../domain/learned/record.js';
import type { Accesses, Memory } from '../../domain/memory.js';
import type { JournaledKind } from '../../domain/reversal.js';
import type { Removable } from './record-keys.js';
import { Refused } from './sql/portable-record.js';

/** The fields of records in an export (docs/export.md), for stores that save each record as one JSON value. */
type Fields = Readonly<Record<string, unknown>>;

/** The file schema version that exports declare; readers decide by the fields. */
export const PORTABLE_VERSION = 13;

export function edgeFields({ from, to, ...rest }: Edge): Fields {
  return { source: from, target: to, ...rest, family: EDGE_ROLES[rest.role] };
}

/** Fields of a memory in an export that are not in its record. */
interface BesideMemory {
  readonly terms: string | null;
  readonly traits: number;
  readonly vectors: readonly {
    readonly space: string;
    readonly encoder: string;
    readonly code: Int8Array;
  }[];
  readonly usage: Accesses | null;
}

export function memoryFields(record: Memory, beside: BesideMemory): Fields {
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
  if (!Array.isArray(told)) throw new Refused(NO_VECTORS);
  return (told as readonly (Fields | null)[]).map((each) => {
    const { space, encoder, data } = each ?? {};
    if (typeof space !== 'string' || typeof encoder !== 'string' || typeof data !== 'string')
      throw new Refused(NO_VECTORS);
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
