import { randomUUID } from 'node:crypto';
import { MnemeError } from '../../../domain/errors.js';
import type { RemovableKind } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import type {
  BankLoader,
  Json,
  PortableBank,
  PortableRecord,
  RefusedRecord,
} from '../../../domain/import-export.js';
import type { Connection } from './connection.js';
import { dropBank, dropBanks, dropUnseen, unseenName } from './drop-bank.js';
import { mendReferences } from './mend-references.js';
import { columnsOf, PORTABLE_TABLES, type PortableColumn } from '../portable-tables.js';
import { damagedCells } from '../stored-tables.js';
import type { SqliteValue } from './sqlite-database.js';

/** A record that cannot be imported; the reason is for people. */
class Refused extends Error {}

/** Rows that undoing removes, and restores as they were. */
const REMOVABLE = [
  'entity',
  'context',
  'session',
  'vote',
  'conflict',
  'edge',
] as const satisfies readonly (RemovableKind | 'edge')[];

interface Place {
  readonly bank: number;
  /** Its temporary name. */
  readonly unseen: string;
  /** Offset added to the numbers of the export's changes. */
  readonly shift: number;
  /** The export's last change. */
  readonly sequence: number;
}

/**
 * Imports a bank under a hidden name, batch by batch, and gives it its real name at the end: a reader never
 * sees half of it, and an interrupted import is cleaned up by the next one. Its changes are renumbered, in
 * their old order.
 */
export async function loadBank(
  connection: Connection,
  name: BankName,
  head: PortableBank,
): Promise<BankLoader> {
  const place = await connection.write(() => {
    assertEmpty(connection, name);
    dropUnseen(connection, name);
    const unseen = `${unseenName(name)}${randomUUID()}`;
    const shift = reserveChanges(connection, head.sequence);
    connection
      .statement(
        'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES (?, ?, ?, 0, ?)',
      )
      .run(unseen, head.createdAt, head.encoder, JSON.stringify(shifted(head.settings, shift)));
    const { num } = connection.statement('SELECT num FROM bank WHERE name = ?').get(unseen) as {
      num: number;
    };
    return { bank: num, unseen, shift, sequence: head.sequence };
  });
  const turn = <T>(work: () => T): Promise<T> =>
    connection.write(() => {
      assertStillOurs(connection, name, place);
      return work();
    });
  return {
    put: (records) => turn(() => putAll(connection, place, records)),
    finish: (options) => turn(() => finish(connection, name, place, options)),
    abandon: () => connection.write(() => dropBanks(connection, place.unseen)),
  };
}

export function assertEmpty(connection: Connection, name: BankName): void {
  const row = connection.statement('SELECT sequence FROM bank WHERE name = ?').get(name) as
    { sequence: number } | undefined;
  if (row === undefined || row.sequence === 0) return;
  throw new MnemeError('conflict', `Bank ${name} holds memories already.`, {
    field: 'bank',
    value: name,
    hint: 'Take the export into a bank of its own, with --bank.',
  });
}

function assertStillOurs(connection: Connection, name: BankName, { bank, unseen }: Place): void {
  if (
    connection.statement('SELECT 1 FROM bank WHERE num = ? AND name = ?').get(bank, unseen) !==
    undefined
  )
    return;
  throw new MnemeError('conflict', `Another import into bank ${name} was begun meanwhile.`, {
    field: 'bank',
    value: name,
    hint: 'Let one of them end.',
  });
}

/** Numbers that no other change will get. An empty file keeps the export's own numbers. */
export function reserveChanges(connection: Connection, count: number): number {
  const used = connection
    .statement("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
    .get() as { seq: number } | undefined;
  if (used === undefined)
    connection
      .statement("INSERT INTO sqlite_sequence (name, seq) VALUES ('journal', ?)")
      .run(count);
  else
    connection
      .statement("UPDATE sqlite_sequence SET seq = ? WHERE name = 'journal'")
      .run(used.seq + count);
  return used?.seq ?? 0;
}

export function shifted(
  settings: { readonly reflectedUpTo?: Json | undefined },
  shift: number,
): object {
  const { reflectedUpTo } = settings;
  return typeof reflectedUpTo === 'number' && reflectedUpTo > 0
    ? { ...settings, reflectedUpTo: reflectedUpTo + shift }
    : settings;
}

function putAll(
  connection: Connection,
  place: Place,
  records: readonly PortableRecord[],
): RefusedRecord[] {
  const refused: RefusedRecord[] = [];
  for (const [at, record] of records.entries()) {
    connection.database.exec('SAVEPOINT record');
    try {
      putRecord(connection, place, record);
    } catch (error) {
      connection.database.exec('ROLLBACK TO record');
      refused.push({ at, message: reasonOf(error) });
    }
    connection.database.exec('RELEASE record');
  }
  return refused;
}

/** Only a faulty record is refused; anything else, such as a full disk, aborts the import. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && code.startsWith('SQLITE_CONSTRAINT'))
    return 'a record of that key is there already';
  if (message?.includes('constraint failed') === true)
    return 'a record of that key is there already';
  throw error;
}

function putRecord(connection: Connection, place: Place, record: PortableRecord): void {
  const { table, json, changes } = PORTABLE_TABLES[record.type];
  const columns = tableColumns(connection, table);
  const given = columns.flatMap((column) => {
    const value = record[column.field];
    if (value === undefined && column.required) throw new Refused(`${column.field} is missing`);
    const given =
      record.type === 'removed' && column.name === 'row'
        ? ownRow(connection, record, place)
        : value;
    return given === undefined
      ? []
      : [
          {
            name: column.name,
            value: stored(
              column,
              given,
              json.includes(column.name),
              changes.includes(column.name) ? place : null,
            ),
          },
        ];
  });
  const known = new Set([
    ...columns.map(({ field }) => field),
    'type',
    ...(record.type === 'memory' ? ['vectors', 'usage'] : []),
  ]);
  const unknown = Object.keys(record).find((field) => !known.has(field));
  if (unknown !== undefined) throw new Refused(`${unknown} is no field of a ${record.type}`);
  const unfit = damagedCells(
    table,
    Object.fromEntries(given.map(({ name, value }) => [name, value])),
  );
  if (unfit.length > 0)
    throw new Refused(`${unfit.join(', ')} cannot be what a bank told of a ${record.type}`);
  const names = given.map(({ name }) => name);
  const withBank = table !== 'journal_before';
  connection
    .statement(
      `INSERT INTO ${table} (${[...(withBank ? ['bank'] : []), ...names].join(', ')}) VALUES (${[...(withBank ? ['?'] : []), ...names.map(() => '?')].join(', ')})`,
    )
    .run(...(withBank ? [place.bank] : []), ...given.map(({ value }) => value));
  if (record.type === 'memory') putBesideMemory(connection, place, record);
}

/** A removed row, for restoring it later: with this bank's number, created by the same change. */
function ownRow(
  connection: Connection,
  { kind, row: told, created }: PortableRecord,
  { bank, shift }: Place,
): Json {
  const type = REMOVABLE.find((known) => known === kind);
  if (type === undefined) throw new Refused(`kind: a ${String(kind)} is never taken away`);
  const row = objects([told ?? null], 'row')[0] ?? {};
  // These become the columns of a statement.
  const columns = tableColumns(connection, PORTABLE_TABLES[type].table);
  for (const [name, value] of Object.entries(row)) {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) throw new Refused(`row: ${name} is no column of a ${type}`);
    stored({ ...column, field: `row.${name}` }, value, false, null);
  }
  return { ...row, bank, created: Number(created) + shift };
}

function tableColumns(connection: Connection, table: string): PortableColumn[] {
  return columnsOf(
    connection
      .statement('SELECT * FROM pragma_table_info(?) ORDER BY cid')
      .all(table) as Parameters<typeof columnsOf>[0],
  );
}

function stored(
  { field, type, optionalNull }: PortableColumn,
  value: Json,
  json: boolean,
  place: Place | null,
): SqliteValue {
  // The image of what did not exist is null.
  if (value === null && !(json && !optionalNull)) {
    if (optionalNull) return null;
    throw new Refused(`${field} must not be null`);
  }
  if (json) return JSON.stringify(value);
  const fits =
    type === 'TEXT'
      ? typeof value === 'string'
      : type === 'INTEGER'
        ? Number.isSafeInteger(value)
        : typeof value === 'number';
  if (!fits)
    throw new Refused(
      `${field} must be ${type === 'TEXT' ? 'a text' : type === 'INTEGER' ? 'a whole number' : 'a number'}`,
    );
  if (place === null) return value as string | number;
  if (Number(value) < 1 || Number(value) > place.sequence)
    throw new Refused(`${field} is no change of this bank: it had ${place.sequence}`);
  return Number(value) + place.shift;
}

function putBesideMemory(connection: Connection, { bank }: Place, record: PortableRecord): void {
  const { id, terms, vectors = [], usage = null } = record;
  const { num } = connection
    .statement('SELECT num FROM memory WHERE bank = ? AND id = ?')
    .get(bank, String(id)) as { num: number };
  if (typeof terms === 'string')
    connection.statement('INSERT INTO memory_text (rowid, terms) VALUES (?, ?)').run(num, terms);
  for (const { space, encoder, data } of objects(vectors, 'vectors')) {
    if (typeof space !== 'string' || typeof encoder !== 'string' || typeof data !== 'string')
      throw new Refused('vectors must be a list of { space, encoder, data }');
    const vector = new Uint8Array(Buffer.from(data, 'base64'));
    if (!connection.fitsSpace(space, encoder, new Int8Array(vector.buffer)))
      throw new Refused(
        `vectors: ${vector.length} bytes are nothing that ${encoder} makes for ${space}`,
      );
    connection
      .statement('INSERT INTO embedding (memory, space, encoder, vector) VALUES (?, ?, ?, ?)')
      .run(num, space, encoder, vector);
  }
  for (const { accessCount, lastAccessedAt } of objects(usage === null ? [] : [usage], 'usage')) {
    if (!Number.isSafeInteger(accessCount) || !Number.isSafeInteger(lastAccessedAt))
      throw new Refused('usage must be { accessCount, lastAccessedAt }');
    connection
      .statement('INSERT INTO usage (memory, access_count, last_accessed_at) VALUES (?, ?, ?)')
      .run(num, Number(accessCount), Number(lastAccessedAt));
  }
}

function objects(value: Json, field: string): readonly Readonly<Record<string, Json>>[] {
  const fits = (each: Json): each is Readonly<Record<string, Json>> =>
    typeof each === 'object' && each !== null && !Array.isArray(each);
  if (Array.isArray(value) && value.every(fits)) return value;
  throw new Refused(`${field} is not as docs/export.md tells`);
}

function finish(
  connection: Connection,
  name: BankName,
  { bank, shift, sequence }: Place,
  { mend, by }: Parameters<BankLoader['finish']>[0],
): void {
  assertEmpty(connection, name);
  const there = connection.statement('SELECT num FROM bank WHERE name = ?').get(name) as
    { num: number } | undefined;
  if (there !== undefined) dropBank(connection, there.num);
  if (mend) mendReferences(connection, bank, shift + sequence);
  if (by !== null)
    connection
      .statement(
        "INSERT INTO journal (bank, at, verb, actor, reason) VALUES (?, ?, 'import', ?, 'an exported bank was put back')",
      )
      .run(bank, by.at, by.actor);
  connection
    .statement(
      'UPDATE bank SET name = ?, sequence = (SELECT coalesce(max(sequence), 0) FROM journal WHERE bank = ?) WHERE num = ?',
    )
    .run(name, bank, bank);
}

/** How many of these records the bank lacks; those without an id are not checked. */
export function countMissing(
  connection: Connection,
  bank: number,
  records: readonly PortableRecord[],
): number {
  return records.filter((record) => {
    const { table, identity } = PORTABLE_TABLES[record.type];
    if (identity.length === 0) return false;
    const key = identity.map((column) => record[column] as string);
    return (
      connection
        .statement(
          `SELECT 1 FROM ${table} WHERE bank = ? AND ${identity.map((column) => `${column} = ?`).join(' AND ')}`,
        )
        .get(bank, ...key) === undefined
    );
  }).length;
}
