import type { Memory } from '@mneme/core/domain/memory.js';
import type { JournaledRecords } from '@mneme/core/domain/reversal.js';
import type { PgValue } from './postgres-database.js';
import type { Session } from './session.js';
import { columnsOf, idOf, RECORD_KINDS, type RecordKind, type StoredRow } from './stored-tables.js';
import { unreadable } from './postgres-errors.js';

/** A row of a table of records, as it is selected. */
export interface RawRow {
  readonly id: string;
  readonly num: number;
  readonly created: number;
  readonly record: string;
}

export const ROW = 'id, num, created, record';

/** What memories lack that were put before pictures and quarantine were known. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** Throws `corrupt` for what is no record any more. */
export function recordOf<Kind extends RecordKind>(
  kind: Kind,
  { id, record }: Pick<RawRow, 'id' | 'record'>,
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

export function rowOf<Kind extends RecordKind>(
  kind: Kind,
  raw: RawRow,
): StoredRow<JournaledRecords[Kind]> {
  return { num: raw.num, created: raw.created, record: recordOf(kind, raw) };
}

/** Every record of a kind, in order of recording. */
export async function allOf<Kind extends RecordKind>(
  session: Session,
  bank: number,
  kind: Kind,
): Promise<JournaledRecords[Kind][]> {
  const rows = await session.all<RawRow>(
    `SELECT ${ROW} FROM ${kind} WHERE bank = $1 ORDER BY num`,
    [bank],
  );
  return rows.map((row) => recordOf(kind, row));
}

const SELECT_ALL = RECORD_KINDS.map(
  (kind, at) =>
    `SELECT '${kind}' AS kind, ${ROW} FROM ${kind} WHERE bank = $1 AND id = ANY($${at + 2}::text[])`,
).join(' UNION ALL ');

/** Rows of several kinds by what they are called, in one look. */
export async function rowsByKey(
  session: Session,
  bank: number,
  keys: ReadonlyMap<RecordKind, ReadonlySet<string>>,
): Promise<(RawRow & { readonly kind: RecordKind })[]> {
  if ([...keys.values()].every(({ size }) => size === 0)) return [];
  return session.all(SELECT_ALL, [
    bank,
    ...RECORD_KINDS.map((kind) => [...(keys.get(kind) ?? [])]),
  ]);
}

const PUTS = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, putSql(kind)])) as Readonly<
  Record<RecordKind, string>
>;

function putSql(kind: RecordKind): string {
  const columns = [
    { name: 'num', type: 'bigint' },
    { name: 'id', type: 'text' },
    { name: 'created', type: 'bigint' },
    ...columnsOf(kind),
    { name: 'record', type: 'text' },
  ];
  const given = columns.map(({ type }, at) => `$${at + 2}::${type === 'jsonb' ? 'text' : type}[]`);
  const read = columns.map(({ name, type }) =>
    type === 'jsonb' ? `t.${name}::jsonb` : `t.${name}`,
  );
  const replaced = [...columnsOf(kind).map(({ name }) => name), 'record'];
  const names = columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${kind} (bank, ${names}) SELECT $1::integer, ${read.join(', ')} FROM unnest(${given.join(', ')}) AS t (${names})
    ON CONFLICT (bank, id) DO UPDATE SET ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Puts rows of one kind, each new or in the place of the one of its name. `sequence` is the change that puts them. */
export async function putRows(
  session: Session,
  bank: number,
  kind: RecordKind,
  rows: readonly (StoredRow & { readonly changed?: number })[],
  sequence: number,
): Promise<void> {
  if (rows.length === 0) return;
  const columns: PgValue[] = [
    rows.map(({ num }) => num),
    rows.map(({ record }) => idOf(kind, record)),
    rows.map(({ created }) => created),
    ...columnsOf(kind).map(({ of }) =>
      rows.map(({ record, changed }) => of(record, changed ?? sequence)),
    ),
    rows.map(({ record }) => JSON.stringify(record)),
  ];
  await session.run(PUTS[kind], [bank, ...columns]);
}

export async function dropRows(
  session: Session,
  bank: number,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await session.run(`DELETE FROM ${kind} WHERE bank = $1 AND id = ANY($2::text[])`, [bank, ids]);
}
