import type { Connection } from './connection.js';
import { valueOf, type Cell, type Raw } from '../stored-cells.js';
import { cellsOf, type StoredName } from '../stored-tables.js';

/**
 * Rows as they can be read: all that the file gives pass here. A cell that is not what was written is read as what its table says
 * instead, a row that cannot do without it is left out, and either is noted, to be told. JSON comes out as its value.
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

/** The same for one row, where there is one. */
export function soundRow<Row>(
  connection: Connection,
  table: StoredName,
  bank: number | null,
  row: unknown,
): Row | undefined {
  return row === undefined ? undefined : soundRows<Row>(connection, table, bank, [row])[0];
}

function makeSound(
  { damage }: Connection,
  table: StoredName,
  bank: number | null,
  row: Record<string, unknown>,
): boolean {
  const cells = cellsOf(table);
  let unsound: [string, Cell][] | null = null;
  for (const name in row) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const value = cell.json ? valueOf(cell, row[name]) : row[name];
    if (!cell.fits(value, row)) (unsound ??= []).push([name, cell]);
    else if (cell.json) row[name] = value;
  }
  if (unsound === null) return true;
  const left = unsound.some(([, cell]) => cell.instead === undefined);
  for (const [cell] of unsound) damage.note({ table, bank, row: nameOfRow(row), cell, left });
  for (const [name, cell] of unsound) row[name] = cell.instead?.(row);
  return !left;
}

/** What people know a row by. */
export function nameOfRow(row: Raw): string {
  const { id, source, target, num, rowid, token, session, key, name } = row;
  const known = [id, token, name, key, session].find((each) => typeof each === 'string');
  if (typeof known === 'string') return known;
  if (typeof source === 'string' && typeof target === 'string') return `${source} to ${target}`;
  const place = num ?? rowid;
  return typeof place === 'number' ? `number ${place}` : 'without a name';
}
