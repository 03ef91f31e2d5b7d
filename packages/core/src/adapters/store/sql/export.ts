import type { MemoryId } from '../../../domain/ids.js';
import {
  PORTABLE_TYPES,
  type BankExport,
  type PortableBank,
  type PortableRecord,
  type PortableType,
} from '../../../domain/import-export.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/change.js';
import {
  columnsOf,
  conflictFields,
  edgeFields,
  entityFields,
  imageFields,
  learnedFields,
  memoryFields,
  PORTABLE_TABLES,
} from '../portable-fields.js';
import type { StoredName } from '../stored-tables.js';
import { bankRow } from './banks.js';
import { readUsage } from './derived.js';
import type { BankRow, Dialect, StoredImage } from './dialect.js';
import {
  placed,
  raw,
  soundRows,
  type NumberedRecord,
  type Query,
  type RecordKind,
  type SqlValue,
} from './query.js';

type Fields = Readonly<Record<string, unknown>>;

/** Records per page; memories include their words and vectors. */
const PAGE = 1_000;
const MEMORY_PAGE = 250;

/** Position at which an export continues. */
export interface ExportPosition {
  readonly type: number;
  /** Position of the last exported record of this type: its key, or a count. */
  readonly after: readonly SqlValue[] | null;
}
export const BEGINNING: ExportPosition = { type: 0, after: null };

export interface Page {
  readonly records: readonly PortableRecord[];
  /** Null at the end. */
  readonly next: ExportPosition | null;
}

interface RecordPage {
  readonly fields: readonly Fields[];
  readonly after: readonly SqlValue[] | null;
}

/** Reads the next page of one record type, after a position. */
type RecordReader = (
  dialect: Dialect,
  bank: number,
  after: readonly SqlValue[] | null,
) => Query<RecordPage>;

/** The head of an export: bank and counts. Throws `not_found`. */
export function* exportHead(
  name: Parameters<typeof bankRow>[0],
): Query<{ readonly row: BankRow } & Pick<BankExport, 'bank' | 'counts'>> {
  const row = yield* bankRow(name);
  yield { way: 'enter', bank: row.num };
  const counts = {} as Record<PortableType, number>;
  for (const type of PORTABLE_TYPES) {
    const [count] = yield* raw<{ n: number }>(
      `SELECT count(*) AS n FROM ${PORTABLE_TABLES[type]} b WHERE ${ofBank(type)}`,
      row.num,
    );
    counts[type] = count?.n ?? 0;
  }
  const bank = {
    name: row.name,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: row.settings as PortableBank['settings'],
  };
  return { row, bank, counts };
}

const ofBank = (type: PortableType): string => (type === 'before' ? '{ofChanges}' : 'b.bank = ?');

/** The next page of records of a bank. */
export function* exportPage(
  dialect: Dialect,
  bank: number,
  { type, after }: ExportPosition,
): Query<Page> {
  const name = PORTABLE_TYPES[type];
  if (name === undefined) return { records: [], next: null };
  const told = yield* RECORD_READERS[name](dialect, bank, after);
  return {
    records: told.fields.map((fields) => ({ type: name, ...fields }) as PortableRecord),
    next: told.after === null ? { type: type + 1, after: null } : { type, after: told.after },
  };
}

/** Records of a kind, in recording order; sessions and contexts have no number in every store. */
function records<Kind extends RecordKind>(
  kind: Kind,
  fieldsOf: (record: JournaledRecords[Kind]) => Fields = (record) => ({ ...record }),
  beside?: (
    dialect: Dialect,
    bank: number,
    found: readonly NumberedRecord<Kind>[],
  ) => Query<ExtraFields>,
): RecordReader {
  const page = kind === 'memory' ? MEMORY_PAGE : PAGE;
  const placeless = kind === 'session' || kind === 'context';
  const asked = placeless
    ? `${kind} WHERE bank = ? ORDER BY created, id LIMIT ${page} OFFSET ?`
    : `${kind} WHERE {unindexed}bank = ? AND num > ? ORDER BY num LIMIT ${page}`;
  return function* (dialect, bank, after) {
    const from = Number(after?.[0] ?? 0);
    const found = yield* placed(kind, bank, asked, bank, from);
    const more = beside === undefined ? NO_EXTRA_FIELDS : yield* beside(dialect, bank, found);
    return {
      fields: found.flatMap(({ created, record }) =>
        record === null ? [] : [{ created, ...fieldsOf(record), ...more(record) }],
      ),
      after: found.length < page ? null : [placeless ? from + page : (found.at(-1)?.num ?? 0)],
    };
  };
}

type ExtraFields = (record: object) => Fields;
const NO_EXTRA_FIELDS: ExtraFields = () => ({});

/** Rows of a table, in the order of its key. */
function table(
  name: StoredName,
  key: readonly string[],
  columns: string,
  fieldsOf: (row: Fields, dialect: Dialect, bank: number) => Fields | null = (row) => row,
): RecordReader {
  const ofChanges = name === 'journal_before';
  return function* (dialect, bank, after) {
    const keys = name === 'claim' ? dialect.claimOrder : key;
    const read = name === 'removed' ? dialect.past.removedColumns : columns;
    const asked = [...keys.map((column, at) => `${column} AS key${at}`), read].join(', ');
    const where = ofChanges ? '{ofChanges}' : 'r.bank = ?';
    const later =
      after === null ? '' : `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})`;
    const rows = yield* raw<Fields>(
      `SELECT ${asked} FROM ${name} ${ofChanges ? 'b' : 'r'} WHERE ${where} ${later} ORDER BY ${keys.join(', ')} LIMIT ${PAGE}`,
      ...[bank, ...(after ?? [])],
    );
    const last = rows.at(-1);
    // Read before the rows are repaired, which changes them.
    const place = keys.map((_, at) => last?.[`key${at}`] as SqlValue);
    const sound = ofChanges ? rows : yield* soundRows(name, bank, rows);
    const fields = sound.flatMap((row): Fields | readonly Fields[] => {
      const { key0: _first, key1: _second, key2: _third, ...kept } = row;
      return fieldsOf(kept, dialect, bank) ?? [];
    });
    return { fields, after: rows.length < PAGE ? null : place };
  };
}

interface ImageRow extends StoredImage {
  readonly sequence: number;
  readonly kind: JournaledKind;
}

/** Settings are exported as stored: unset fields stay unset. */
function beforeFields(row: Fields, { past }: Dialect, bank: number): Fields | null {
  const { sequence, kind, id, image } = row as unknown as ImageRow;
  const record = past.ofImage(bank, kind, { id, image });
  if (record === undefined) return null;
  const settings = kind === 'bank' && image !== null;
  const told = settings ? (JSON.parse(image) as unknown) : imageFields(kind, record);
  return { sequence, kind, id, image: told };
}

function removedFields(row: Fields, { past }: Dialect): Fields | null {
  const removed = past.ofRemoved(row);
  if (removed === null) return null;
  const { kind, id, taken, created, record } = removed;
  return { kind, id, taken, created, row: columnsOf(kind, { ...(record as Fields) }) };
}

/** What other tables contain about memories: words, vectors, usage. */
function* extraMemoryFields(
  { search }: Dialect,
  bank: number,
  found: readonly NumberedRecord<'memory'>[],
): Query<ExtraFields> {
  const ids = found.flatMap(({ record }) => record?.id ?? []);
  const words = yield* raw<{ id: string; terms: string | null; traits: number }>(
    'SELECT id, terms, traits FROM memory WHERE bank = ? AND id IN ?',
    ...[bank, ids],
  );
  const usage = yield* readUsage(bank, ids);
  const codes = yield* raw<{ id: MemoryId; space: string; encoder: string; vector: Uint8Array }>(
    'SELECT m.id, x.space, x.encoder, x.vector FROM memory m JOIN embedding x ON {vectorOf} WHERE m.bank = ? AND m.id IN ?',
    ...[bank, ids],
  );
  const wordsOf = new Map(words.map((row) => [row.id, row]));
  const vectorsOf = new Map<string, Parameters<typeof memoryFields>[1]['vectors'][number][]>();
  for (const { id, space, encoder, vector } of codes) {
    const code = search.codeOf(bank, id, [space, encoder], vector);
    const known = vectorsOf.get(id) ?? [];
    vectorsOf.set(id, known);
    if (code !== null) known.push({ space, encoder, code });
  }
  return (record) => {
    const { id } = record as { readonly id: MemoryId };
    const { terms = null, traits = 0 } = wordsOf.get(id) ?? {};
    const vectors = (vectorsOf.get(id) ?? []).sort(
      (one, other) => compared(one.space, other.space) || compared(one.encoder, other.encoder),
    );
    return memoryFields(record as JournaledRecords['memory'], {
      ...{ terms, traits, vectors, usage: usage.get(id) ?? null },
    });
  };
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const RECORD_READERS: Readonly<Record<PortableType, RecordReader>> = {
  change: table('journal', ['sequence'], 'sequence, at, verb, actor, reason, reverts'),
  session: records('session'),
  context: records('context'),
  entity: records('entity', entityFields),
  goal: records('goal'),
  memory: records('memory', () => ({}), extraMemoryFields),
  claim: table('claim', [], 'key, memory, claim'),
  edge: records('edge', edgeFields),
  conflict: records('conflict', conflictFields),
  vote: records('vote'),
  learned: records('learned', learnedFields, changedOf),
  before: table(
    'journal_before',
    ['b.sequence', 'b.{kind}', 'b.id'],
    'b.sequence, b.{kind} AS kind, b.id, b.image',
    beforeFields,
  ),
  removed: table('removed', ['r.{kind}', 'r.id', 'r.taken'], '', removedFields),
  workingMemory: table(
    'working_memory',
    ['session'],
    'session, changed_at, data',
    ({ changed_at: changedAt, ...row }) => ({ ...row, changedAt }),
  ),
  sealed: table('vault', ['token'], 'token, kind, print, sealed'),
  recall: table('recall_log', ['num'], '*', (row, { recalls }) => {
    const { id, at, need, delivered } = recalls.read(row);
    return { id, at, need, delivered };
  }),
};

/** The change that last put each learned record. */
function* changedOf(
  _: Dialect,
  bank: number,
  found: readonly NumberedRecord<'learned'>[],
): Query<ExtraFields> {
  const rows = yield* raw<{ id: string; changed: number }>(
    'SELECT id, changed FROM learned WHERE bank = ? AND id IN ?',
    ...[bank, found.flatMap(({ record }) => record?.id ?? [])],
  );
  const changed = new Map(rows.map((row) => [row.id, row.changed]));
  return (record) => ({ changed: changed.get((record as { readonly id: string }).id) ?? 0 });
}
