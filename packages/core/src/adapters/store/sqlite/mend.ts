import { dropBanks, HIDDEN_PREFIX } from '../sql/banks.js';
import type { Raw } from '../stored-cells.js';
import { cellsOf, EXPENDABLE_TABLES } from '../stored-tables.js';
import { ORPHANS, RENEW_TEXT_INDEX } from './check.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { commonEncoder, runQuery } from './run-query.js';
import { setAside } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';
import { damagedRows, placeOf, quote, storedTables, type DamagedRow } from './table-rows.js';

/**
 * Inside the running transaction: replaces unreadable cells where their content can be determined, and removes rows
 * that are useless without it, or that refer to missing ones. Such rows are set aside, complete. Returns what was
 * done, in words.
 */
export function mendStore(connection: Connection): string[] {
  // Rows that refer to a removed row are repaired after it.
  connection.database.exec('PRAGMA defer_foreign_keys = ON');
  runQuery(connection, dropBanks(sqliteDialect(connection), HIDDEN_PREFIX));
  const done = new Tally();
  for (const damaged of [...damagedRows(connection)]) mendRow(connection, damaged, done);
  mendOrphans(connection, done);
  foundLostChanges(connection, done);
  connection.statement(RENEW_TEXT_INDEX).run();
  connection.damage.clear();
  return done.inWords();
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(table: string, what: string, n = 1): void {
    const key = `${what} (${table})`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + n);
  }

  inWords(): string[] {
    return [...this.#counts].map(([what, n]) => `${n} damaged rows: ${what}.`);
  }
}

const SET_ASIDE = 'set aside and taken out';
const PUT_RIGHT = 'set aside as they were, and put right as far as can be told';
const DROPPED = 'dropped, as they hold no content';

function mendRow(connection: Connection, damaged: DamagedRow, done: Tally): void {
  const { table, bank, row, cells, lost, place } = damaged;
  const content = !EXPENDABLE_TABLES.has(table);
  if (content) setAside(connection, bank, table, row, cells);
  if (lost) {
    connection.statement(`DELETE FROM ${quote(table)} WHERE ${place.sql}`).run(...place.values);
    done.add(table, content ? SET_ASIDE : DROPPED);
    return;
  }
  const instead = insteadOf(connection, damaged);
  connection
    .statement(
      `UPDATE ${quote(table)} SET ${cells.map((cell) => `${quote(cell)} = ?`).join(', ')} WHERE ${place.sql}`,
    )
    .run(...cells.map((cell) => instead[cell] as SqliteValue), ...place.values);
  done.add(table, PUT_RIGHT);
}

function insteadOf(connection: Connection, { table, row, cells }: DamagedRow): Raw {
  const known = cellsOf(table);
  const instead: Record<string, unknown> = {};
  for (const cell of cells) {
    const value = known[cell]?.instead?.(row);
    instead[cell] = known[cell]?.json === true && value !== null ? JSON.stringify(value) : value;
  }
  // The encoder of a bank is determined by its vectors.
  if (table === 'bank' && cells.includes('encoder'))
    instead['encoder'] = commonEncoder(connection, Number(row['num']));
  return instead;
}

function mendOrphans(connection: Connection, done: Tally): void {
  const tables = new Map(storedTables(connection.database).map((table) => [table.name, table]));
  for (const { table, where, set } of ORPHANS) {
    const stored = tables.get(table);
    if (stored === undefined) continue;
    const keys = stored.key.map((column, at) => `t.${quote(column)} AS "key ${at}"`).join(', ');
    const rows = connection
      .statement(`SELECT ${keys}, t.* FROM ${quote(table)} t WHERE ${where}`)
      .all() as Record<string, SqliteValue>[];
    for (const found of rows) {
      const place = placeOf(
        stored,
        stored.key.map((_, at) => found[`key ${at}`] ?? null),
      );
      const row = Object.fromEntries(
        Object.entries(found).filter(([name]) => !name.startsWith('key ')),
      );
      setAside(connection, typeof row['bank'] === 'number' ? row['bank'] : null, table, row, []);
      connection
        .statement(
          set === undefined
            ? `DELETE FROM ${quote(table)} WHERE ${place.sql}`
            : `UPDATE ${quote(table)} SET ${set} WHERE ${place.sql}`,
        )
        .run(...place.values);
      done.add(table, set === undefined ? SET_ASIDE : PUT_RIGHT);
    }
  }
}

const FOUNDING = ['memory', 'entity', 'edge', 'goal', 'conflict', 'vote', 'learned'];

/**
 * Adds journal rows for changes that records refer to and the journal lacks, stating that they were unreadable; and
 * sets each bank's sequence to the end of its journal.
 */
function foundLostChanges(connection: Connection, done: Tally): void {
  const founded = FOUNDING.map((table) => `SELECT bank, created, '${table}' AS kind FROM ${table}`);
  const lost = connection
    .statement(
      `SELECT DISTINCT bank, created FROM (${founded.join(' UNION ALL ')})
       WHERE created NOT IN (SELECT sequence FROM journal) ORDER BY created`,
    )
    .all() as { bank: number; created: SqliteValue }[];
  for (const { bank, created } of lost) {
    const known = Number.isSafeInteger(created) && Number(created) > 0;
    const { sequence } = connection
      .statement(
        `INSERT INTO journal (sequence, bank, at, verb, actor, reason)
         VALUES (?, ?, (SELECT created_at FROM bank WHERE num = ?), 'import', 'mneme', 'this change could not be read') RETURNING sequence`,
      )
      .get(known ? created : null, bank, bank) as { sequence: number };
    for (const table of FOUNDING)
      connection
        .statement(`UPDATE ${table} SET created = ? WHERE created IS ?`)
        .run(sequence, created);
    done.add('journal', PUT_RIGHT);
  }
  connection
    .statement(
      `UPDATE bank SET sequence = (SELECT coalesce(max(j.sequence), 0) FROM journal j WHERE j.bank = bank.num)
       WHERE sequence IS NOT (SELECT coalesce(max(j.sequence), 0) FROM journal j WHERE j.bank = bank.num)`,
    )
    .run();
}
