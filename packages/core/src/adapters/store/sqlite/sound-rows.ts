import { valueOf, type Cell, type Raw } from '../stored-cells.js';
import { cellsOf, damagedCells, type StoredName } from '../stored-tables.js';
import type { Connection } from './connection.js';

/**
 * Repairs rows as far as possible; everything read from the file passes through here. A damaged cell is replaced by
 * its table's default, a row that is useless without it is left out, and both are logged for `doctor`. JSON is
 * returned parsed.
 */
export function soundRows<Row>(
  connection: Connection,
  table: StoredName,
  bank: number | null,
  rows: readonly unknown[],
): Row[] {
  return rows.filter((row) =>
    makeSound(connection, table, bank, row as Record<string, unknown>),
  ) as Row[];
}

/** The same for one row, if there is one. */
export function soundRow<Row>(
  connection: Connection,
  table: StoredName,
  bank: number | null,
  row: unknown,
): Row | undefined {
  return row === undefined ? undefined : soundRows<Row>(connection, table, bank, [row])[0];
}

/** Replaces the damaged cells of a row; false for one that is useless without them. */
export const makeSound = (
  connection: Connection,
  table: StoredName,
  bank: number | null,
  row: Record<string, unknown>,
): boolean => soundnessOf(connection, table, bank, row) !== 'lost';

/** The same; returns whether there were any. */
export function soundnessOf(
  { damage }: Connection,
  table: StoredName,
  bank: number | null,
  row: Record<string, unknown>,
): 'sound' | 'mended' | 'lost' {
  const cells = cellsOf(table);
  let unsound: [string, Cell][] | null = null;
  for (const name in row) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const value = cell.json ? valueOf(cell, row[name]) : row[name];
    if (!cell.fits(value, row)) (unsound ??= []).push([name, cell]);
    else if (cell.json) row[name] = value;
  }
  if (unsound === null) return 'sound';
  const left = unsound.some(([, cell]) => cell.instead === undefined);
  for (const [cell] of unsound) damage.note({ table, bank, row: nameOfRow(row), cell, left });
  for (const [name, cell] of unsound) row[name] = cell.instead?.(row);
  return left ? 'lost' : 'mended';
}

/** The name of a row in messages. */
export function nameOfRow(row: Raw): string {
  const { id, source, target, num, rowid, token, session, key, name } = row;
  const known = [id, token, name, key, session].find((each) => typeof each === 'string');
  if (typeof known === 'string') return known;
  if (typeof source === 'string' && typeof target === 'string') return `${source} to ${target}`;
  const place = num ?? rowid;
  return typeof place === 'number' ? `number ${place}` : 'without a name';
}

/** Stores a complete, unchanged row before it is repaired or removed, so that unreadable data is not lost. */
export function setAside(
  connection: Connection,
  bank: number | null,
  table: string,
  row: Raw,
  cells: readonly string[] = damagedCells(table as StoredName, row),
): void {
  connection
    .statement('INSERT INTO set_aside (bank, place, name, cells, row) VALUES (?, ?, ?, ?, ?)')
    .run(bank, table, nameOfRow(row), cells.join(', '), JSON.stringify(row, asText));
}

/** Replaces bytes and non-finite numbers, which JSON lacks. */
function asText(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
