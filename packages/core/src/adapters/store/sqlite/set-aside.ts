import type { Connection } from './connection.js';
import { damagedCells } from '../stored-tables.js';
import { nameOfRow, soundRow } from './sound-rows.js';
import type { Raw } from '../stored-cells.js';
import { cellsOf, type StoredName } from '../stored-tables.js';

/** Keeps a complete row unchanged before it is repaired or removed: what cannot be read today is not lost. */
export function setAside(
  connection: Connection,
  bank: number | null,
  table: string,
  row: Raw,
  cells: readonly string[],
): void {
  connection
    .statement('INSERT INTO set_aside (bank, place, name, cells, row) VALUES (?, ?, ?, ?, ?)')
    .run(bank, table, nameOfRow(row), cells.join(', '), JSON.stringify(row, asText));
}

/** Bytes and non-finite numbers are no JSON. */
function asText(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/**
 * The result of `read` for a row that a change is about to replace; null if it is unreadable, as if it had
 * not existed. A damaged one is first set aside in the same transaction.
 */
export function readBefore<Row, Record>(
  connection: Connection,
  bank: number,
  table: StoredName,
  row: object,
  read: (row: Row) => Record,
): Record | null {
  const cells = damagedCells(table, row as Raw);
  if (cells.length > 0) setAside(connection, bank, table, row as Raw, cells);
  const sound = soundRow<Row>(connection, table, bank, { ...row });
  return sound === undefined ? null : read(sound);
}

/** A row that was read, in its stored form: its JSON as text again. */
export function asStored(table: StoredName, row: object): Raw {
  const cells = cellsOf(table);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      cells[name]?.json === true && value !== null ? JSON.stringify(value) : (value as unknown),
    ]),
  );
}
