import { atOnce, type Steps } from '../../../domain/pace.js';
import type { BankRow } from '../sql/dialect.js';
import {
  compiler,
  type Asked,
  type FoundRow,
  type Placed,
  type Query,
  type RecordKind,
  type SqlValue,
} from '../sql/query.js';
import type { Connection } from './connection.js';
import { WORDS } from './dialect.js';
import {
  BY_ID,
  edgeKey,
  foundRow,
  fromRow,
  memoryOfList,
  PLACED_COLUMNS,
  rowOfList,
} from './records.js';
import { makeSound, soundRows } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';
import { sweep } from './sweep.js';
import { deleteRows, dropRows, insertRows, putDerived, putRows } from './write-rows.js';

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

/** The steps of a request that may be long; null for others. */
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
    case 'derived':
      return putDerived(connection, asked);
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

/**
 * Reads only the record's columns, as lists: half the work for so many columns, and the stems are as long as the
 * text.
 */
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

/** Joins from the keys, so that each edge is found by the index. */
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
