import { createHash } from 'node:crypto';
import type { RecordKind, Removable } from '@mneme/core/adapters/store/sql/query.js';
import type { PastDialect } from '@mneme/core/adapters/store/sql/dialect.js';
import { withDefaults, type BankSettings } from '@mneme/core/domain/bank.js';
import type { Conflict } from '@mneme/core/domain/validity.js';
import type { Vote } from '@mneme/core/domain/feedback.js';
import { EDGE_ROLES, type Edge } from '@mneme/core/domain/graph.js';
import type { Learned } from '@mneme/core/domain/learned-record.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { isUndone, type JournaledKind, type JournaledRecords } from '@mneme/core/domain/change.js';
import { unreadable } from './driver.js';
import { withoutNul } from './session.js';

type CellValue = string | number | boolean | null;

/** A column next to the record, which is stored whole: derived from the record, for lookups. */
interface Column<Record> {
  readonly name: string;
  readonly type: 'text' | 'bigint' | 'boolean' | 'double precision' | 'jsonb';
  readonly of: (record: Record, sequence: number) => CellValue;
}

const MEMORY: readonly Column<Memory>[] = [
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'hash', type: 'text', of: ({ contentHash }) => contentHash },
  { name: 'speaker', type: 'text', of: ({ speaker }) => speaker },
  { name: 'session', type: 'text', of: ({ session }) => session },
  { name: 'context', type: 'text', of: ({ context }) => context },
  { name: 'occurred_from', type: 'bigint', of: ({ occurredFrom }) => occurredFrom },
  { name: 'occurred_to', type: 'bigint', of: ({ occurredTo }) => occurredTo },
  { name: 'recorded_at', type: 'bigint', of: ({ recordedAt }) => recordedAt },
  { name: 'retracted_at', type: 'bigint', of: ({ retractedAt }) => retractedAt },
  { name: 'undone', type: 'boolean', of: (memory) => isUndone(memory) },
  { name: 'quarantine', type: 'text', of: ({ quarantine }) => quarantine?.status ?? null },
  { name: 'confidence', type: 'double precision', of: ({ confidence }) => confidence },
  { name: 'tags', type: 'jsonb', of: ({ tags }) => plainJson(tags) },
  { name: 'metadata', type: 'jsonb', of: ({ metadata }) => plainJson(metadata) },
];

const EDGE: readonly Column<Edge>[] = [
  { name: 'source', type: 'text', of: ({ from }) => from },
  { name: 'target', type: 'text', of: ({ to }) => to },
  { name: 'family', type: 'text', of: ({ role }) => EDGE_ROLES[role] },
  { name: 'weight', type: 'double precision', of: ({ weight }) => weight },
  { name: 'evidence', type: 'text', of: ({ evidence }) => evidence },
];

const CONFLICT: readonly Column<Conflict>[] = [
  { name: 'older', type: 'text', of: ({ older }) => older },
  { name: 'newer', type: 'text', of: ({ newer }) => newer },
  { name: 'status', type: 'text', of: ({ status }) => status },
  { name: 'verdict', type: 'text', of: ({ verdict }) => verdict },
];

const LEARNED: readonly Column<Learned>[] = [
  { name: 'changed', type: 'bigint', of: (_, sequence) => sequence },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'lead', type: 'text', of: ({ key }) => leadOf(key) },
  { name: 'key', type: 'text', of: ({ key }) => key },
];

const VOTE: readonly Column<Vote>[] = [
  { name: 'memory', type: 'text', of: ({ memory }) => memory },
];

const COLUMNS: { readonly [Kind in RecordKind]: readonly Column<JournaledRecords[Kind]>[] } = {
  memory: MEMORY,
  entity: [],
  context: [],
  session: [],
  goal: [],
  vote: VOTE,
  conflict: CONFLICT,
  learned: LEARNED,
  edge: EDGE,
};

export function columnsOf(kind: RecordKind): readonly Column<unknown>[] {
  return COLUMNS[kind] as readonly Column<unknown>[];
}

/** Length of the indexed prefix of a key: the server limits the length of index entries. */
const LEAD = 200;
const LONGEST_KEY = 500;

export const leadOf = (key: string): string => withoutNul(key.slice(0, LEAD));

export function keyOf(id: string): string {
  return withoutNul(id.length <= LONGEST_KEY ? id : `${id.slice(0, LONGEST_KEY)}#${digestOf(id)}`);
}

export function digestOf(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex');
}

/** JSON as the server's jsonb accepts it: no NUL in any text or field name. */
function plainJson(value: Memory['tags'] | Memory['metadata']): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'string') return withoutNul(each);
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, inner]) => [withoutNul(name), inner as unknown]),
    );
  });
}

/** Fields missing from memories stored before pictures and quarantine existed. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** Throws `corrupt` for an invalid record. */
export function recordOf<Kind extends RecordKind>(
  kind: Kind,
  { id, record }: { readonly id: string; readonly record: string },
): JournaledRecords[Kind] {
  const value = parsed(`${kind} ${id}`, record);
  return (
    kind === 'memory' ? { ...LATER_FIELDS, ...(value as Memory) } : value
  ) as JournaledRecords[Kind];
}

export function parsed(what: string, json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw unreadable(what);
  }
}

function stateOf(kind: JournaledKind, value: unknown): unknown {
  if (kind === 'memory') return { ...LATER_FIELDS, ...(value as Memory) };
  return kind === 'bank' ? withDefaults(value as Partial<BankSettings>) : value;
}

export const PAST: PastDialect = {
  image: (bank, sequence, [kind, id, record]) => ({
    ...{ bank, sequence, kind, id },
    image: record === null ? null : JSON.stringify(record),
  }),
  ofImage: <Kind extends JournaledKind>(
    _: number,
    kind: Kind,
    { id, image }: { readonly id: string; readonly image: string | null },
  ) =>
    image === null
      ? null
      : (stateOf(kind, parsed(`what ${kind} ${id} was before`, image)) as JournaledRecords[Kind]),
  removed: (bank, { kind, id, taken, num, created, record }) => ({
    ...{ bank, taken, kind, id, num, created },
    record: JSON.stringify(record),
  }),
  removedColumns: 'r.kind, r.id, r.taken, r.num, r.created, r.record',
  ofRemoved: (row) => {
    const { kind, id, taken, num, created, record } = row as unknown as TakenRow;
    return { kind, id, taken, num, created, record: recordOf(kind, { id, record }) };
  },
};

interface TakenRow {
  readonly kind: Removable;
  readonly id: string;
  readonly taken: number;
  readonly num: number;
  readonly created: number;
  readonly record: string;
}
