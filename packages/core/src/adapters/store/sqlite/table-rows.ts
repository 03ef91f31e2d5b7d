import type { SqliteDatabase, SqliteValue } from './sqlite-database.js';

export type Row = Readonly<Record<string, SqliteValue>>;

/** A table with rows, as described by the file itself. */
export interface StoredTable {
  readonly name: string;
  /** How its rows are sorted and found: the columns of its key, or its row number. */
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Rows read at once; a row of one of these tables may be many megabytes. */
const PAGE = 200;
const LARGE_ROWS: ReadonlySet<string> = new Set(['snapshot_part']);

/** Every table with rows of its own, by name; the full-text index by the tables that it is stored in. */
export function storedTables(database: SqliteDatabase): StoredTable[] {
  const listed = database
    .prepare(
      "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all() as { name: string; type: string; wr: number }[];
  return listed
    .filter(({ type }) => type === 'table' || type === 'shadow')
    .map(({ name, wr }) => describe(database, name, wr === 1));
}

function describe(database: SqliteDatabase, name: string, withoutRowNumber: boolean): StoredTable {
  const columns = database
    .prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name) as { name: string; type: string; pk: number }[];
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name);
  return { name, columns, key: withoutRowNumber ? key : ['rowid'] };
}

/** The rows in order of their key, page by page, each with its key under `key0`, `key1` … */
export function* pagesOf(
  database: SqliteDatabase,
  { name, key, columns }: StoredTable,
): Generator<
  readonly { readonly values: Row; readonly key: readonly SqliteValue[] }[],
  void,
  undefined
> {
  const quoted = key.map(quote);
  const fields = [
    ...columns.map((column) => quote(column.name)),
    ...quoted.map((column, at) => `${column} AS key${at}`),
  ].join(', ');
  const order = `ORDER BY ${quoted.join(', ')} LIMIT ${LARGE_ROWS.has(name) ? 1 : PAGE}`;
  const first = database.prepare(`SELECT ${fields} FROM ${quote(name)} ${order}`);
  const later = database.prepare(
    `SELECT ${fields} FROM ${quote(name)} WHERE (${quoted.join(', ')}) > (${quoted.map(() => '?').join(', ')}) ${order}`,
  );
  for (let after: readonly SqliteValue[] | null = null; ;) {
    const rows: Row[] = (after === null ? first.all() : later.all(...after)) as Row[];
    if (rows.length === 0) return;
    const page = rows.map((row) => ({
      values: row,
      key: key.map((_, at) => row[`key${at}`] ?? null),
    }));
    yield page;
    after = page.at(-1)?.key ?? null;
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
