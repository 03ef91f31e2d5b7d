import type { BankSettings } from '../../../domain/bank.js';
import { EDGE_ROLES, type Edge, type Entity } from '../../../domain/graph.js';
import type { Json, PortableBank, PortableRecord, PortableType } from '../../../domain/portable.js';
import type { JournaledKind } from '../../../domain/reversal.js';
import type { BankData, LearnedRow, MemoryRow } from './bank-data.js';
import type { Removable } from '../named-again.js';
import type { Row } from './rows.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a bank says of itself in an export. */
export function portableBank({ name, createdAt, head }: BankData): PortableBank {
  const { encoder, sequence, settings } = head;
  return { name, createdAt, encoder, sequence, settings: settings as PortableBank['settings'] };
}

/** The records of one type as an export tells them (docs/export.md). */
export function portableRecords(bank: BankData, type: PortableType): PortableRecord[] {
  return TOLD[type](bank).map((fields) => ({ type, ...fields }) as PortableRecord);
}

const founded = <Entry extends object>({ created, record }: Row<Entry>): Fields => ({
  created,
  ...record,
});

const byCreated = (one: Row<{ id: string }>, other: Row<{ id: string }>): number =>
  one.created - other.created || (one.record.id < other.record.id ? -1 : 1);

const TOLD: Readonly<Record<PortableType, (bank: BankData) => Fields[]>> = {
  change: ({ journal }) => journal.values().map((line) => ({ ...line })),
  session: ({ plain }) => [...plain.session.all()].sort(byCreated).map(founded),
  context: ({ plain }) => [...plain.context.all()].sort(byCreated).map(founded),
  entity: ({ plain }) =>
    plain.entity.all().map((row) => {
      const { type: kind, ...entity } = row.record;
      return { created: row.created, ...entity, kind };
    }),
  goal: ({ plain }) => plain.goal.all().map(founded),
  memory: (bank) => bank.memory.all().map((row) => memoryFields(bank, row)),
  claim: ({ claims }) =>
    claims.values().map(({ claim, ...rest }) => ({ ...rest, claim: JSON.parse(claim) as Json })),
  edge: ({ edge }) => edge.all().map(({ created, record }) => ({ created, ...edgeFields(record) })),
  conflict: ({ plain }) =>
    plain.conflict.all().map(({ created, record }) => {
      const { id, older, newer, status, verdict } = record;
      return { id, created, older, newer, status, verdict, record };
    }),
  vote: ({ plain }) => plain.vote.all().map(founded),
  learned: ({ learned }) => learned.all().map(learnedFields),
  before: ({ past }) =>
    past
      .all()
      .map(({ sequence, kind, id, image }) => ({ sequence, kind, id, image: told(kind, image) })),
  removed: ({ removed }) =>
    removed.values().map(({ kind, id, taken, row }) => ({
      kind,
      id,
      taken,
      created: row.created,
      row: columnsOf(kind, row.record as unknown as Fields),
    })),
  purposeSample: ({ samples }) =>
    samples.values().map(({ basis, sample }) => ({ basis, ...sample })),
  workingMemory: ({ working }) =>
    working.values().map((data) => ({ session: data.session, changedAt: data.changedAt, data })),
  sealed: ({ sealed }) => sealed.values().map((value) => ({ ...value })),
  recall: ({ recalls }) => recalls.values().map((recall) => ({ ...recall })),
};

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function memoryFields(bank: BankData, { created, record, terms, traits }: MemoryRow): Fields {
  const { contentHash: hash, ...memory } = record;
  const vectors = [...(bank.vectors.get(record.id) ?? [])].sort(byKey).map(([key, code]) => {
    const [space = '', ...encoder] = key.split(' ');
    const data = Buffer.from(code.buffer, code.byteOffset, code.byteLength).toString('base64');
    return { space, encoder: encoder.join(' '), data };
  });
  const usage = bank.usage.get(record.id) ?? null;
  return { created, ...memory, hash, terms, traits, vectors, usage };
}

function learnedFields({ created, changed, record }: LearnedRow): Fields {
  const { id, kind, key } = record;
  return { id, created, changed, kind, key, record };
}

function edgeFields({ from, to, ...rest }: Edge): Fields {
  return { source: from, target: to, ...rest, family: EDGE_ROLES[rest.role] };
}

/** What an image is in an export: of entities and links it is told in the columns of their kind. */
function told(kind: JournaledKind, image: unknown): unknown {
  if (image === null || (kind !== 'entity' && kind !== 'edge')) return image;
  return columnsOf(kind, image as Fields);
}

/** A record that was taken away, or replaced, in the columns of its kind: words joined by underscores, lists as JSON in a text. */
function columnsOf(kind: Removable, record: Fields): Fields {
  if (kind === 'edge') return edgeFields(record as unknown as Edge);
  if (kind === 'conflict') {
    const { id, older, newer, status, verdict } = record;
    return { id, older, newer, status, verdict, record: JSON.stringify(record) };
  }
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** The other way round: a record from the columns of its kind. */
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

/** The record of an image as the journal keeps it. */
export function imageFrom(kind: JournaledKind, image: Json): unknown {
  if (image === null) return null;
  if (kind === 'entity' || kind === 'edge') return fromColumns(kind, image as Fields);
  // Images from before pictures and quarantine were known say nothing of them.
  return kind === 'memory' ? { quarantine: null, images: [], ...(image as Fields) } : image;
}

export function entityFrom({ kind, ...fields }: Fields): Entity {
  return { ...fields, type: kind } as unknown as Entity;
}

export function settingsFrom(settings: PortableBank['settings']): Partial<BankSettings> {
  return settings as unknown as Partial<BankSettings>;
}
