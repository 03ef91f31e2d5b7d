import type { BankRow } from '../sql/dialect.js';
import {
  type Columns,
  compiler,
  type FoundRow,
  type NumberedRecord,
  type Query,
  type QueryRequest,
  type RecordKind,
  type SqlValue,
} from '../sql/query.js';
import type { Connection } from './connection.js';
import { WORDS } from './dialect.js';
import { sweep } from './erasure.js';
import {
  BY_ID,
  edgeKey,
  foundRow,
  fromRow,
  makeSound,
  memoryOfList,
  PLACED_COLUMNS,
  rowOfList,
  setAside,
  soundRows,
  valuesOf,
} from './records.js';
import type { SqliteValue } from './sqlite-database.js';
import { MnemeError } from '../../../domain/errors.js';
import { atOnce, type Steps } from '../../../domain/pace.js';

type Of<Way extends QueryRequest['way']> = Extract<QueryRequest, { readonly way: Way }>;

/** Maximum number of rows per INSERT statement. */
const AT_ONCE = 32;
/** Up to this many rows, one statement of exactly that many is used. */
const FEW = 8;

/** Inserts rows of values, several per statement, and returns the number inserted. */
function* insertAll(
  connection: Connection,
  head: string,
  rows: readonly (readonly SqliteValue[])[],
  tail = '',
): Steps<number> {
  let inserted = 0;
  for (let at = 0; at < rows.length;) {
    const left = Math.min(AT_ONCE, rows.length - at);
    // Use few different statement sizes, so that few prepared statements are cached.
    const size = left <= FEW ? left : 2 ** Math.floor(Math.log2(left));
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

/** Contexts and sessions have no number, and are only replaced when renamed. */
const NO_PLACE: ReadonlySet<RecordKind> = new Set<RecordKind>(['context', 'session']);

function* putRows(
  connection: Connection,
  { bank, kind, rows, sequence }: Of<'put'>,
): Steps<readonly unknown[]> {
  const { names, of } = valuesOf(kind);
  const columns = ['bank', 'created', ...names];
  const fresh: SqliteValue[][] = [];
  for (const { num, created, record, damaged, back, changed } of rows) {
    const values = of(record as object, changed ?? sequence);
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

/** The row numbers of memories by id. Throws `not_found` for a missing one. */
function numbersOf(
  connection: Connection,
  bank: number,
  memories: readonly { readonly memory: string }[],
): (id: string) => Numbered {
  const ids = new Set(memories.map(({ memory }) => memory));
  const rows = connection
    .statement(`SELECT id, num, terms FROM memory WHERE bank = ? AND id ${BY_ID}`)
    .all(bank, JSON.stringify([...ids])) as Numbered[];
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    if (row !== undefined) return row;
    throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'memory', value: id });
  };
}

function* putDerived(
  connection: Connection,
  { bank, readings, embeddings }: Of<'derived'>,
): Steps<readonly unknown[]> {
  const numberOf = numbersOf(connection, bank, [...readings, ...embeddings]);
  const words: SqliteValue[][] = [];
  for (const { memory, terms, traits } of new Map(
    readings.map((each) => [each.memory, each]),
  ).values()) {
    const { num, terms: old } = numberOf(memory);
    // An external-content FTS5 table needs the previous content for a deletion.
    if (old !== null)
      connection
        .statement("INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)")
        .run(num, old);
    connection
      .statement('UPDATE memory SET terms = ?, traits = ? WHERE num = ?')
      .run(terms, traits, num);
    words.push([num, terms]);
    yield;
  }
  yield* insertAll(connection, 'INSERT INTO memory_text (rowid, terms)', words);
  yield* insertAll(
    connection,
    'INSERT INTO embedding (memory, space, encoder, vector)',
    embeddings.map(({ memory, space, encoder, vector }) => {
      const { buffer, byteOffset, byteLength } = vector;
      return [numberOf(memory).num, space, encoder, new Uint8Array(buffer, byteOffset, byteLength)];
    }),
    'ON CONFLICT (memory, space, encoder) DO UPDATE SET vector = excluded.vector',
  );
  return [];
}

// Lists are passed as one JSON text, because SQLite limits the number of parameters.
const compiled = compiler(WORDS, (_, list) => (list ? 'IN (SELECT value FROM json_each(?))' : '?'));

/** Runs a query to its end, within the current read or transaction. */
export function runQuery<T>(connection: Connection, query: Query<T>): T {
  let step = query.next([]);
  while (step.done !== true) step = query.next(answer(connection, step.value));
  return step.value;
}

/** The same in steps, for long queries. */
export function* inSteps<T>(connection: Connection, query: Query<T>): Steps<T> {
  let step = query.next([]);
  while (step.done !== true) {
    const write = writing(connection, step.value);
    step = query.next(write === null ? answer(connection, step.value) : yield* write);
    yield;
  }
  return step.value;
}

function answer(connection: Connection, asked: QueryRequest): readonly unknown[] {
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

/** The steps of a request that may be long; null for others. */
function writing(connection: Connection, asked: QueryRequest): Steps<readonly unknown[]> | null {
  switch (asked.way) {
    case 'put':
      return putRows(connection, asked);
    case 'drop':
      return dropRows(connection, asked);
    case 'insert':
      return insertRows(connection, asked.into, asked.rows);
    case 'delete':
      return deleteRows(connection, asked.from, asked.rows);
    case 'derived':
      return putDerived(connection, asked);
    case 'sweep':
      return sweep(connection, asked.bank, asked.erasure);
    default:
      return null;
  }
}

type RequestOf<Way extends QueryRequest['way']> = Extract<QueryRequest, { readonly way: Way }>;

function others(connection: Connection, { kind, bank, sql, values }: RequestOf<'records'>) {
  const rows = connection.statement(compiled(`SELECT * FROM ${sql}`)).all(...values.map(bound));
  return (rows as Record<string, unknown>[]).map((row) => placedOf(connection, kind, bank, row));
}

function placedOf(
  connection: Connection,
  kind: RecordKind,
  bank: number,
  row: Record<string, unknown>,
): NumberedRecord<RecordKind> {
  const { num, created } = row as { readonly num: number; readonly created: number };
  const record = makeSound(connection, kind, bank, row) ? fromRow(kind, row) : null;
  return { num, created, record };
}

/**
 * Reads only the record's columns, as lists: half the work for so many columns, and the stems are as long as the
 * text.
 */
function memories(connection: Connection, { bank, sql, values }: RequestOf<'records'>) {
  const select = compiled(`SELECT ${PLACED_COLUMNS.join(', ')} FROM ${sql}`);
  const lists = connection.lists(select).all(...values.map(bound)) as (readonly unknown[])[];
  return lists.map((list): NumberedRecord<RecordKind> => {
    const record = memoryOfList(list);
    return record === null
      ? placedOf(connection, 'memory', bank, rowOfList(list))
      : { num: Number(list[0]), created: Number(list[1]), record };
  });
}

/** Joins from the keys, so that each edge is found by the index. */
const EDGES = `SELECT e.* FROM json_each(?) k CROSS JOIN edge e ON e.bank = ?
  AND e.source = k.value ->> 0 AND e.role = k.value ->> 1 AND e.target = k.value ->> 2 AND e.label = k.value ->> 3`;

function found(connection: Connection, { bank, keys }: RequestOf<'find'>): FoundRow[] {
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

/** A damaged row of a bank gets its sequence from the journal, and its encoder from the vectors. */
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

function bound(value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}
