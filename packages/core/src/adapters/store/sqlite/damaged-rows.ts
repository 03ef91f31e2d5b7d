import type { Connection } from './connection.js';
import { nameOfRow } from './sound-rows.js';
import type { Raw } from '../stored-cells.js';
import { cellsOf, damagedCells, STORED, type StoredName } from '../stored-tables.js';
import type { SqliteValue } from './sqlite-database.js';
import { pagesOf, quote, storedTables, type StoredTable } from './table-rows.js';

/** A row with an unreadable part. */
export interface DamagedRow {
  readonly table: StoredName;
  /** The bank's number; null for what belongs to the file, or to an unknown bank. */
  readonly bank: number | null;
  readonly name: string;
  readonly row: Raw;
  readonly cells: readonly string[];
  /** Whether the unreadable part is indispensable. */
  readonly lost: boolean;
  readonly place: RowPlace;
}

/** Where a row is found. */
export interface RowPlace {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** Every damaged row of the file. Reads all of it. */
export function* damagedRows(connection: Connection): Generator<DamagedRow, void, undefined> {
  for (const table of storedTables(connection.database)) {
    if (!isStored(table.name)) continue;
    for (const page of pagesOf(connection.database, table))
      for (const { values, key } of page) {
        const cells = damageOf(connection, table.name, values);
        if (cells.length === 0) continue;
        yield {
          table: table.name,
          bank: bankOfRow(connection, values),
          name: nameOf(connection, table.name, values, key),
          row: values,
          cells,
          lost: cells.some(
            (cell) => cellsOf(table.name as StoredName)[cell]?.instead === undefined,
          ),
          place: placeOf(table, key),
        };
      }
  }
}

function isStored(name: string): name is StoredName {
  return name in STORED;
}

function damageOf({ fitsSpace }: Connection, table: StoredName, row: Raw): string[] {
  const cells = damagedCells(table, row);
  if (table !== 'embedding' || cells.length > 0) return cells;
  const { space, encoder, vector } = row as { space: string; encoder: string; vector: Uint8Array };
  const code = new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return fitsSpace(space, encoder, code) ? [] : ['vector'];
}

export function placeOf({ key }: StoredTable, values: readonly SqliteValue[]): RowPlace {
  return { sql: key.map((column) => `${quote(column)} IS ?`).join(' AND '), values };
}

/** Data attached to a memory or a change has no bank column of its own. */
function bankOfRow(connection: Connection, { bank, memory, sequence }: Raw): number | null {
  if (bank !== undefined) return typeof bank === 'number' ? bank : null;
  const beside =
    memory === undefined
      ? connection
          .statement('SELECT bank FROM journal WHERE sequence = ?')
          .get((sequence ?? null) as SqliteValue)
      : connection.statement('SELECT bank FROM memory WHERE num = ?').get(memory as SqliteValue);
  const found = (beside as { bank: unknown } | undefined)?.bank;
  return typeof found === 'number' ? found : null;
}

/** Vectors and usage are identified by their memory. */
function nameOf(
  connection: Connection,
  table: StoredName,
  row: Raw,
  key: readonly SqliteValue[],
): string {
  if (table !== 'embedding' && table !== 'usage') return nameOfRow({ rowid: key[0], ...row });
  const memory = connection
    .statement('SELECT id FROM memory WHERE num = ?')
    .get(row['memory'] as SqliteValue) as { id: unknown } | undefined;
  return typeof memory?.id === 'string' ? memory.id : nameOfRow({ rowid: key[0] });
}
