import type { RecordKind } from '../sql/query.js';
import { compiler, type Asked, type Query, type SqlValue } from '../sql/query.js';
import type { Connection } from './connection.js';
import { WORDS } from './dialect.js';
import { imageAt } from './read.js';
import { fromRow, PLACED_COLUMNS, rowsOfLists } from './records.js';
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
      return recordRows(connection, asked.kind, asked.sql, asked.values).map((row) => ({
        num: row['num'],
        record: makeSound(connection, asked.kind, asked.bank, row)
          ? fromRow(asked.kind, row)
          : null,
      }));
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

/** Of a memory only what the record has: its stems are as long as its text. */
function recordRows(
  connection: Connection,
  kind: RecordKind,
  sql: string,
  values: readonly SqlValue[],
): Record<string, unknown>[] {
  const bounds = values.map(bound);
  if (kind !== 'memory')
    return connection.statement(compiled(`SELECT * FROM ${sql}`)).all(...bounds) as never;
  const select = compiled(`SELECT ${PLACED_COLUMNS.join(', ')} FROM ${sql}`);
  return rowsOfLists(connection.lists(select).all(...bounds));
}

function bound(value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}
