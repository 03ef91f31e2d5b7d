import type { Need } from '../../../domain/feedback.js';
import type { Erasure } from '../../../domain/forgetting.js';
import type { Steps } from '../../../domain/pace.js';
import { Redaction } from '../redaction.js';
import type { Connection } from './connection.js';
import type { SqliteValue } from './sqlite-database.js';
import { pagesOf, quote, storedTables, type Row, type StoredTable } from './table-rows.js';

/**
 * Tables whose rows are deleted if they contain the name or refer to an erased record; rows of others are kept with
 * the name removed.
 */
const SCRATCH: ReadonlySet<string> = new Set(['reply', 'working_memory']);
/** Contain no text about people or, like the stems, are derived from the memory's text. */
const UNSEARCHED_TABLES =
  /^(?:bank|embedding|usage|job|snapshot|snapshot_part|memory_text.*|backup_manifest)$/;
const UNSEARCHED_COLUMNS: ReadonlySet<string> = new Set(['terms', 'hash', 'bank']);

/** Removes the names from every text of every table, readable or not. */
export function* sweep(
  connection: Connection,
  bank: number,
  erasure: Erasure,
): Steps<readonly never[]> {
  // Rows set aside as raw bytes cannot be searched for names.
  connection
    .statement(
      `DELETE FROM set_aside WHERE (bank = ? OR bank IS NULL) AND instr(row, '{"base64":') > 0`,
    )
    .run(bank);
  const redaction = new Redaction(erasure);
  const ofThisBank = bankTest(connection, bank);
  for (const table of storedTables(connection.database)) {
    if (UNSEARCHED_TABLES.test(table.name)) continue;
    for (const page of pagesOf(connection.database, table))
      for (const { values, key } of page)
        if (ofThisBank(table.name, values)) {
          clean(connection, redaction, table, values, key);
          yield;
        }
  }
  return [];
}

/**
 * Whether a row may be changed: not if it belongs to another bank. A table without a bank column belongs to the file.
 */
function bankTest(connection: Connection, bank: number): (table: string, values: Row) => boolean {
  const rows = connection.statement('SELECT sequence FROM journal WHERE bank = ?').all(bank);
  const sequences = new Set((rows as { sequence: number }[]).map(({ sequence }) => sequence));
  return (table, values) =>
    table === 'journal_before'
      ? sequences.has(Number(values['sequence']))
      : // Rows set aside may belong to an unknown bank.
        (values['bank'] ?? bank) === bank;
}

function clean(
  connection: Connection,
  redaction: Redaction,
  table: StoredTable,
  values: Row,
  key: readonly SqliteValue[],
): void {
  const where = table.key.map((column) => `${quote(column)} = ?`).join(' AND ');
  const drop = (): unknown =>
    connection.statement(`DELETE FROM ${quote(table.name)} WHERE ${where}`).run(...key);
  const image = values['image'] ?? values['row'];
  const scratch = SCRATCH.has(table.name);
  if (
    (typeof image === 'string' && tellsOfGone(redaction, image)) ||
    (scratch && Object.values(values).some((value) => redaction.names(value)))
  ) {
    drop();
    return;
  }
  const changed = table.columns.flatMap(({ name }) => {
    const before = values[name];
    if (typeof before !== 'string' || UNSEARCHED_COLUMNS.has(name)) return [];
    const after = name === 'need' ? needOf(redaction, before) : redaction.of(before);
    return after === before ? [] : [{ name, after }];
  });
  if (changed.length === 0) return;
  if (scratch) drop();
  else
    connection
      .statement(
        `UPDATE OR REPLACE ${quote(table.name)} SET ${changed.map(({ name }) => `${quote(name)} = ?`).join(', ')} WHERE ${where}`,
      )
      .run(...changed.map(({ after }) => after), ...key);
}

function tellsOfGone(redaction: Redaction, image: string): boolean {
  if (!image.startsWith('{')) return false;
  const record = parsed(image);
  // In an unreadable image, it is unknown which field refers to the record.
  return record === null ? redaction.names(image) : redaction.tellsOfGone(record);
}

function needOf(redaction: Redaction, text: string): string {
  return JSON.stringify(redaction.withoutStems((parsed(text) ?? {}) as unknown as Need));
}

/** Null for anything other than the JSON of an object. */
function parsed(json: string): object | null {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
