import type { Embedding, Reading } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import { atOnce, type Steps } from '../../../domain/pace.js';
import type { BankRow } from '../sql/dialect.js';
import {
  compiler,
  type Asked,
  type Columns,
  type FoundRow,
  type Placed,
  type Query,
  type RecordKind,
  type SqlValue,
} from '../sql/query.js';
import type { Connection } from './connection.js';
import { WORDS } from './dialect.js';
import { foundRow, fromRow, memoryOfList, PLACED_COLUMNS, rowOfList, valuesOf } from './records.js';
import { makeSound, setAside, soundRows } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';
import { sweep } from './sweep.js';

// One JSON text for a list of any length, because SQLite limits the number of parameters.
const compiled = compiler(WORDS, (_, list) => (list ? 'IN (SELECT value FROM json_each(?))' : '?'));

/** Runs a query to its end, within the read or the transaction at hand. */
export function runQuery<T>(connection: Connection, query: Query<T>): T {
  let step = query.next([]);
  while (step.done !== true) step = query.next(answer(connection, step.value));
  return step.value;
}

/** The same in steps, for what may be much. */
export function* inSteps<T>(connection: Connection, query: Query<T>): Steps<T> {
  let step = query.next([]);
  while (step.done !== true) {
    const write = writing(connection, step.value);
    step = query.next(write === null ? answer(connection, step.value) : yield* write);
    yield;
  }
  return step.value;
}

function answer(connection: Connection, asked: Asked): readonly unknown[] {
  switch (asked.way) {
    case 'run': {
      const statement = connection.statement(compiled(asked.sql));
      return [(statement.run(...asked.values.map(bound)) as { readonly changes: number }).changes];
    }
    case 'raw':
      return connection.statement(compiled(asked.sql)).all(...asked.values.map(bound));
    case 'rows': {
      const rows = connection.statement(compiled(asked.sql)).all(...asked.values.map(bound));
      return asked.of === 'bank'
        ? soundBanks(connection, rows)
        : soundRows(connection, asked.of, asked.bank, rows);
    }
    case 'sound':
      return soundRows(connection, asked.of, asked.bank, asked.rows);
    case 'records':
      return asked.kind === 'memory' ? memories(connection, asked) : others(connection, asked);
    case 'find':
      return found(connection, asked);
    case 'enter':
      return [];
    default:
      return atOnce(writing(connection, asked) as Steps<readonly unknown[]>);
  }
}

/** What may be much; null for what is not. */
function writing(connection: Connection, asked: Asked): Steps<readonly unknown[]> | null {
  switch (asked.way) {
    case 'put':
      return putRows(connection, asked);
    case 'drop':
      return dropRows(connection, asked);
    case 'insert':
      return insertRows(connection, asked.into, asked.rows);
    case 'delete':
      return deleteRows(connection, asked.from, asked.rows);
    case 'readings':
      return putReadings(connection, asked.bank, asked.readings);
    case 'embeddings':
      return putEmbeddings(connection, asked.bank, asked.embeddings);
    case 'sweep':
      return sweep(connection, asked.bank, asked.erasure);
    default:
      return null;
  }
}

type Of<Way extends Asked['way']> = Extract<Asked, { readonly way: Way }>;

function others(connection: Connection, { kind, bank, sql, values }: Of<'records'>) {
  const rows = connection.statement(compiled(`SELECT * FROM ${sql}`)).all(...values.map(bound));
  return (rows as Record<string, unknown>[]).map((row) => placedOf(connection, kind, bank, row));
}

function placedOf(
  connection: Connection,
  kind: RecordKind,
  bank: number,
  row: Record<string, unknown>,
): Placed<RecordKind> {
  const { num, created } = row as { readonly num: number; readonly created: number };
  const record = makeSound(connection, kind, bank, row) ? fromRow(kind, row) : null;
  return { num, created, record };
}

/** Only what the record has, as lists: half the work for so many columns, and the stems are as long as the text. */
function memories(connection: Connection, { bank, sql, values }: Of<'records'>) {
  const select = compiled(`SELECT ${PLACED_COLUMNS.join(', ')} FROM ${sql}`);
  const lists = connection.lists(select).all(...values.map(bound)) as (readonly unknown[])[];
  return lists.map((list): Placed<RecordKind> => {
    const record = memoryOfList(list);
    return record === null
      ? placedOf(connection, 'memory', bank, rowOfList(list))
      : { num: Number(list[0]), created: Number(list[1]), record };
  });
}

const BY_ID = 'IN (SELECT value FROM json_each(?))';
/** From the keys to the links, one after the other. */
const EDGES = `SELECT e.* FROM json_each(?) k CROSS JOIN edge e ON e.bank = ?
  AND e.source = k.value ->> 0 AND e.role = k.value ->> 1 AND e.target = k.value ->> 2 AND e.label = k.value ->> 3`;

function found(connection: Connection, { bank, keys }: Of<'find'>): FoundRow[] {
  return [...keys].flatMap(([kind, ids]) => {
    if (ids.size === 0) return [];
    const rows =
      kind === 'edge'
        ? connection.statement(EDGES).all(JSON.stringify([...ids].map(edgeKey)), bank)
        : connection
            .statement(`SELECT * FROM ${kind} WHERE bank = ? AND id ${BY_ID}`)
            .all(bank, JSON.stringify([...ids]));
    return rows.map((row) => foundRow(connection, kind, bank, row as Record<string, unknown>));
  });
}

/** Splits the key of a link into its columns; only the label may itself contain a bar. */
export function edgeKey(id: string): [string, string, string, string] {
  const [source = '', role = '', target = '', ...label] = id.split('|');
  return [source, role, target, label.join('|')];
}

/** A bank's own row that is damaged gets its sequence from the journal, and its encoder from the vectors. */
function soundBanks(connection: Connection, rows: readonly unknown[]): BankRow[] {
  return rows.flatMap((row) => {
    const { num, sequence, encoder } = row as BankRow;
    const [bank] = soundRows<BankRow>(connection, 'bank', num, [row]);
    if (bank === undefined) return [];
    return {
      ...bank,
      sequence: bank.sequence === sequence ? sequence : lastChange(connection, num),
      encoder: bank.encoder === encoder ? encoder : commonEncoder(connection, num),
    };
  });
}

function lastChange(connection: Connection, bank: number): number {
  const { last } = connection
    .statement('SELECT max(sequence) AS last FROM journal WHERE bank = ?')
    .get(bank) as { last: number | null };
  return last ?? 0;
}

/** The encoder of most of the bank's semantic vectors; empty if there are none. */
export function commonEncoder(connection: Connection, bank: number): string {
  const row = connection
    .statement(
      `SELECT x.encoder FROM memory m JOIN embedding x ON x.memory = m.num
       WHERE m.bank = ? AND x.space = 'semantic' GROUP BY x.encoder ORDER BY count(*) DESC LIMIT 1`,
    )
    .get(bank) as { encoder: unknown } | undefined;
  return typeof row?.encoder === 'string' ? row.encoder : '';
}

/** Rows that one statement inserts at the most. */
const AT_ONCE = 32;

/** Inserts rows of values, several with one statement, and returns how many were not there. */
function* insertAll(
  connection: Connection,
  head: string,
  rows: readonly (readonly SqliteValue[])[],
  tail = '',
): Steps<number> {
  let inserted = 0;
  for (let at = 0; at < rows.length;) {
    // Few different numbers of rows, so that few statements are kept.
    const size = 2 ** Math.floor(Math.log2(Math.min(AT_ONCE, rows.length - at)));
    const some = rows.slice(at, at + size);
    const marks = `(?${', ?'.repeat((some[0]?.length ?? 1) - 1)})`;
    const sql = `${head} VALUES ${marks}${`, ${marks}`.repeat(size - 1)} ${tail}`;
    const { changes } = connection.statement(sql).run(...some.flat()) as { changes: number };
    inserted += changes;
    at += size;
    yield;
  }
  return inserted;
}

/** A context and a session have no place of their own, and are replaced where they are renamed alone. */
const NO_PLACE: ReadonlySet<RecordKind> = new Set<RecordKind>(['context', 'session']);

function* putRows(
  connection: Connection,
  { bank, kind, rows, sequence }: Of<'put'>,
): Steps<readonly unknown[]> {
  const { names } = valuesOf(kind);
  const columns = ['bank', 'created', ...names];
  const fresh: SqliteValue[][] = [];
  for (const { num, created, record, damaged, back, changed } of rows) {
    const values = valuesOf(kind).of(record as object, changed ?? sequence);
    if (damaged !== undefined) setAside(connection, bank, kind, damaged);
    if (num === null || NO_PLACE.has(kind)) fresh.push([bank, created, ...values]);
    else if (back === true) {
      const taken = connection.statement(`SELECT 1 FROM ${kind} WHERE num = ?`).get(num);
      const place = taken === undefined ? num : null;
      yield* insertAll(connection, `INSERT INTO ${kind} (num, ${columns.join(', ')})`, [
        [place, bank, created, ...values],
      ]);
    } else
      connection
        .statement(
          `UPDATE ${kind} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE num = ?`,
        )
        .run(...values, num);
    yield;
  }
  const tail = NO_PLACE.has(kind)
    ? `ON CONFLICT (bank, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`
    : '';
  yield* insertAll(connection, `INSERT INTO ${kind} (${columns.join(', ')})`, fresh, tail);
  return [];
}

function* dropRows(
  connection: Connection,
  { bank, kind, rows }: Of<'drop'>,
): Steps<readonly unknown[]> {
  for (const { id, damaged } of rows) {
    if (damaged !== undefined) setAside(connection, bank, kind, damaged);
    if (kind === 'edge')
      connection
        .statement(
          'DELETE FROM edge WHERE bank = ? AND source = ? AND role = ? AND target = ? AND label = ?',
        )
        .run(bank, ...edgeKey(id));
    else connection.statement(`DELETE FROM ${kind} WHERE bank = ? AND id = ?`).run(bank, id);
    yield;
  }
  return [];
}

function* insertRows(
  connection: Connection,
  into: string,
  rows: readonly Columns[],
): Steps<readonly unknown[]> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const head = `INSERT OR IGNORE INTO ${into} (${names.join(', ')})`;
  return [yield* insertAll(connection, head, values)];
}

function* deleteRows(
  connection: Connection,
  from: string,
  rows: readonly Columns[],
): Steps<readonly unknown[]> {
  const names = Object.keys(rows[0] ?? {});
  const where = names.map((name) => `${name} = ?`).join(' AND ');
  const statement = connection.statement(`DELETE FROM ${from} WHERE ${where}`);
  for (const row of rows) {
    statement.run(...names.map((name) => row[name] ?? null));
    yield;
  }
  return [];
}

interface Numbered {
  readonly id: string;
  readonly num: number;
  readonly terms: string | null;
}

/** The rows of memories by their ids. Throws `not_found` for one that is not there. */
function numbersOf(
  connection: Connection,
  bank: number,
  memories: readonly string[],
): (id: string) => Numbered {
  const rows = connection
    .statement(`SELECT id, num, terms FROM memory WHERE bank = ? AND id ${BY_ID}`)
    .all(bank, JSON.stringify([...new Set(memories)])) as Numbered[];
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    if (row !== undefined) return row;
    throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'memory', value: id });
  };
}

function* putReadings(
  connection: Connection,
  bank: number,
  given: readonly Reading[],
): Steps<readonly unknown[]> {
  const readings = [...new Map(given.map((reading) => [reading.memory, reading])).values()];
  const numberOf = numbersOf(
    connection,
    bank,
    readings.map(({ memory }) => memory),
  );
  const put = connection.statement('UPDATE memory SET terms = ?, traits = ? WHERE num = ?');
  // An external-content FTS5 table must be told its previous content.
  const forget = connection.statement(
    "INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)",
  );
  const words: SqliteValue[][] = [];
  for (const { memory, terms, traits } of readings) {
    const { num, terms: old } = numberOf(memory);
    if (old !== null) forget.run(num, old);
    put.run(terms, traits, num);
    words.push([num, terms]);
    yield;
  }
  yield* insertAll(connection, 'INSERT INTO memory_text (rowid, terms)', words);
  return [];
}

function* putEmbeddings(
  connection: Connection,
  bank: number,
  embeddings: readonly Embedding[],
): Steps<readonly unknown[]> {
  const numberOf = numbersOf(
    connection,
    bank,
    embeddings.map(({ memory }) => memory),
  );
  const rows = embeddings.map(({ memory, space, encoder, vector }): SqliteValue[] => {
    const { buffer, byteOffset, byteLength } = vector;
    return [numberOf(memory).num, space, encoder, new Uint8Array(buffer, byteOffset, byteLength)];
  });
  yield* insertAll(
    connection,
    'INSERT INTO embedding (memory, space, encoder, vector)',
    rows,
    'ON CONFLICT (memory, space, encoder) DO UPDATE SET vector = excluded.vector',
  );
  return [];
}

function bound(value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}
