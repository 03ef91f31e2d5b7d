import {
  compiler,
  type Asked,
  type Placed,
  type Query,
  type RecordKind,
  type SqlValue,
} from '../sql/query.js';
import type { Connection } from './connection.js';
import { WORDS } from './dialect.js';
import { imageAt } from './read.js';
import { fromRow, memoryOfList, PLACED_COLUMNS, rowOfList } from './records.js';
import { removedRows } from './removed.js';
import { makeSound, soundRows } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';

// One JSON text for a list of any length, because SQLite limits the number of parameters.
const compiled = compiler(WORDS, (_, list) => (list ? 'IN (SELECT value FROM json_each(?))' : '?'));

/** Runs a query to its end, within the read or the transaction at hand. */
export function runQuery<T>(connection: Connection, query: Query<T>): T {
  let step = query.next([]);
  while (step.done !== true) step = query.next(answer(connection, step.value));
  return step.value;
}

function answer(connection: Connection, asked: Asked): readonly unknown[] {
  switch (asked.way) {
    case 'run':
      connection.statement(compiled(asked.sql)).run(...asked.values.map(bound));
      return [];
    case 'rows': {
      const rows = connection.statement(compiled(asked.sql)).all(...asked.values.map(bound));
      return soundRows(connection, asked.of, asked.bank, rows);
    }
    case 'records':
      return asked.kind === 'memory' ? memories(connection, asked) : others(connection, asked);
    case 'removed': {
      const gone = removedRows<object>(connection, asked.bank, asked.kind);
      return soundRows<object>(connection, asked.kind, asked.bank, gone).map((row) =>
        fromRow(asked.kind, row),
      );
    }
    case 'states':
      return asked.records.flatMap(
        (record) => imageAt(connection, asked.bank, asked.kind, record, asked.at) ?? [],
      );
  }
}

type AskedRecords = Extract<Asked, { readonly way: 'records' }>;

function others(connection: Connection, { kind, bank, sql, values }: AskedRecords) {
  const rows = connection.statement(compiled(`SELECT * FROM ${sql}`)).all(...values.map(bound));
  return (rows as Record<string, unknown>[]).map((row) => placedOf(connection, kind, bank, row));
}

function placedOf(
  connection: Connection,
  kind: RecordKind,
  bank: number,
  row: Record<string, unknown>,
): Placed<RecordKind> {
  const { num } = row as { readonly num: number };
  return { num, record: makeSound(connection, kind, bank, row) ? fromRow(kind, row) : null };
}

/** Only what the record has, as lists: half the work for so many columns, and the stems are as long as the text. */
function memories(connection: Connection, { bank, sql, values }: AskedRecords) {
  const select = compiled(`SELECT ${PLACED_COLUMNS.join(', ')} FROM ${sql}`);
  const lists = connection.lists(select).all(...values.map(bound)) as (readonly unknown[])[];
  return lists.map((list): Placed<RecordKind> => {
    const record = memoryOfList(list);
    return record === null
      ? placedOf(connection, 'memory', bank, rowOfList(list))
      : { num: Number(list[0]), record };
  });
}

function bound(value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}
