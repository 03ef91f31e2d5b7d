import type { Connection } from './connection.js';
import type { SqliteValue } from './sqlite-database.js';

/** Selects by a list of keys. The list travels as one JSON value, so that a statement serves lists of any length. */
export function selectIn<Row>(connection: Connection, sql: (list: string) => string, first: readonly SqliteValue[], keys: readonly string[]): Row[] {
  if (keys.length === 0) return [];
  return connection.statement(sql('SELECT value FROM json_each(?)')).all(...first, JSON.stringify(keys)) as Row[];
}
