import { closingStream } from '../../../domain/streams.js';
import { MnemeError } from '../../../domain/errors.js';
import type { BankName } from '../../../domain/ids.js';
import {
  PORTABLE_TYPES,
  type BankExport,
  type Json,
  type PortableBank,
  type PortableRecord,
  type PortableType,
} from '../../../domain/import-export.js';
import type { Connection } from './connection.js';
import { soundCode } from './index-rows.js';
import { FILE_VERSION } from './migrations.js';
import { openDatabase } from './open-database.js';
import { columnsOf, ofBank, PORTABLE_TABLES, type PortableColumn } from '../portable-tables.js';
import { findBank, type BankRow } from './read.js';
import { soundRow, soundRows } from './sound-rows.js';
import type { SqliteDatabase, SqliteValue } from './sqlite-database.js';
import { translateSqliteError } from './sqlite-errors.js';

type Row = Readonly<Record<string, SqliteValue>>;

const PAGE = 200;

/** Reads a snapshot of a bank while others write: a separate connection holds it until the end. */
export function exportBank(connection: Connection, name: BankName): BankExport {
  const { database: shared, path } = connection;
  const own = !connection.isAlone;
  const database = own ? openDatabase(path, true, shared.driver) : shared;
  // Close immediately on failure: nobody would read to the end.
  try {
    if (own) database.exec('PRAGMA busy_timeout = 10000; BEGIN');
    const row = findBank(connection, name);
    if (row === null)
      throw new MnemeError('not_found', `There is no bank named ${name}.`, {
        field: 'bank',
        value: name,
      });
    const counts = Object.fromEntries(
      PORTABLE_TYPES.map((type) => [type, countOf(database, type, row.num)]),
    ) as BankExport['counts'];
    // With a single connection there is no snapshot: everything is read before anything else can
    // happen.
    const records = own
      ? closingStream(recordsOf(connection, database, row.num), () => database.close())
      : inOne([...allRecords(connection, database, row.num)]);
    return { bank: bankFrom(row), fileVersion: FILE_VERSION, counts, records };
  } catch (error) {
    if (own) database.close();
    throw translateSqliteError(error, path);
  }
}

async function* recordsOf(
  connection: Connection,
  database: SqliteDatabase,
  bank: number,
): BankExport['records'] {
  try {
    yield* allRecords(connection, database, bank);
  } catch (error) {
    throw translateSqliteError(error, connection.path);
  }
}

async function* inOne(pages: readonly (readonly PortableRecord[])[]): BankExport['records'] {
  yield* pages;
}

function bankFrom(row: BankRow): PortableBank {
  return {
    name: row.name,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: row.settings as unknown as PortableBank['settings'],
  };
}

function countOf(database: SqliteDatabase, type: PortableType, bank: number): number {
  const { table } = PORTABLE_TABLES[type];
  return (
    database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${ofBank(table)}`).get(bank) as {
      n: number;
    }
  ).n;
}

function* allRecords(
  connection: Connection,
  database: SqliteDatabase,
  bank: number,
): Generator<readonly PortableRecord[], void, undefined> {
  for (const type of PORTABLE_TYPES) yield* typeRecords(connection, database, type, bank);
}

function* typeRecords(
  connection: Connection,
  database: SqliteDatabase,
  type: PortableType,
  bank: number,
): Generator<readonly PortableRecord[], void, undefined> {
  const { table, order, json } = PORTABLE_TABLES[type];
  const columns = columnsOf(
    database.prepare('SELECT * FROM pragma_table_info(?) ORDER BY cid').all(table) as Parameters<
      typeof columnsOf
    >[0],
  );
  const keys = order.split(', ');
  const select = (after: string): string =>
    `SELECT * FROM ${table} WHERE ${ofBank(table)} ${after} ORDER BY ${order} LIMIT ${PAGE}`;
  const first = database.prepare(select(''));
  const later = database.prepare(select(`AND (${order}) > (${keys.map(() => '?').join(', ')})`));
  for (let last: Row | undefined; ;) {
    const rows = (
      last === undefined
        ? first.all(bank)
        : later.all(bank, ...keys.map((key) => last?.[key] ?? null))
    ) as Row[];
    if (rows.length === 0) return;
    // Taken before the rows are repaired, which changes them.
    last = { ...rows.at(-1) };
    yield soundRows<Row>(connection, table, bank, rows).map((row) => ({
      type,
      ...fieldsOf(row, columns, json),
      ...(type === 'memory' ? besideMemory(connection, database, bank, row) : {}),
    }));
  }
}

function fieldsOf(
  row: Row,
  columns: readonly PortableColumn[],
  json: readonly string[],
): Record<string, Json> {
  return Object.fromEntries(
    columns.map(({ name, field }) => {
      const value = row[name] ?? null;
      return [
        field,
        json.includes(name)
          ? withoutFile(value as unknown as Json)
          : (value as string | number | null),
      ];
    }),
  );
}

/** Removes what is specific to this file from a complete row in the journal: its place, and its bank's number. */
function withoutFile(value: Json): Json {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('bank' in value) ||
    typeof value.bank !== 'number'
  )
    return value;
  const {
    num: _num,
    bank: _bank,
    created: _created,
    ...row
  } = value as Readonly<Record<string, Json>>;
  return row;
}

/** What other tables hold on a memory: its vectors, and its usage. */
function besideMemory(
  connection: Connection,
  database: SqliteDatabase,
  bank: number,
  { num, id }: Row,
): Record<string, Json> {
  const vectors = database
    .prepare(
      'SELECT space, encoder, vector FROM embedding WHERE memory = ? ORDER BY space, encoder',
    )
    .all(Number(num)) as { space: string; encoder: string; vector: unknown }[];
  const used = database
    .prepare('SELECT access_count, last_accessed_at FROM usage WHERE memory = ?')
    .get(Number(num));
  const usage = soundRow<{ access_count: number; last_accessed_at: number }>(
    connection,
    'usage',
    bank,
    used,
  );
  return {
    vectors: vectors.flatMap(({ space, encoder, vector }) => {
      const code = soundCode(connection, bank, String(id), [space, encoder], vector);
      return code === null ? [] : [{ space, encoder, data: Buffer.from(code).toString('base64') }];
    }),
    usage:
      usage === undefined
        ? null
        : { accessCount: usage.access_count, lastAccessedAt: usage.last_accessed_at },
  };
}
