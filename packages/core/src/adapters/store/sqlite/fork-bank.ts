import { MnemeError } from '../../../domain/errors.js';
import type { Change } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import type { Steps } from '../../../domain/pace.js';
import type { CommitOptions } from '../../../ports/store.js';
import { ofBank, PORTABLE_TABLES, type PortableTable } from '../portable-tables.js';
import { applyChange } from './commit.js';
import type { Connection } from './connection.js';
import { dropBank } from './drop-bank.js';
import { assertEmpty, reserveChanges, shifted } from './load-bank.js';
import { bankRow, findBank } from './read.js';

/** A bank's rows, and what is added to their numbers in the copy. */
interface Copied {
  readonly from: number;
  readonly to: number;
  /** Added to the numbers of changes. */
  readonly changes: number;
}

/**
 * Founds a bank as a copy of another and applies a change to it, within the running transaction. The numbers of changes are the file's,
 * so the copy gets its own, in the old order; vectors, words and the snapshot of the index go along.
 */
export function* forkBank(
  connection: Connection,
  name: BankName,
  change: Change,
  { expectedSequence }: CommitOptions,
): Steps<number> {
  const source = bankRow(connection, name);
  if (expectedSequence !== undefined && source.sequence !== expectedSequence)
    throw new MnemeError('conflict', `Bank ${name} moved on to change ${source.sequence}.`, {
      hint: 'Read again and repeat.',
    });
  assertEmpty(connection, change.bank);
  const there = findBank(connection, change.bank);
  if (there !== null) dropBank(connection, there.num);
  const { first } = connection
    .statement('SELECT coalesce(min(sequence), 1) AS first FROM journal WHERE bank = ?')
    .get(source.num) as { first: number };
  const changes = reserveChanges(connection, source.sequence - first + 1) - first + 1;
  const { num: to } = connection
    .statement(
      'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES (?, ?, ?, ?, ?) RETURNING num',
    )
    .get(
      change.bank,
      change.at,
      source.encoder,
      source.sequence + changes,
      JSON.stringify(shifted(source.settings, changes)),
    ) as { num: number };
  const copied = { from: source.num, to, changes };
  for (const table of Object.values(PORTABLE_TABLES)) {
    copyRows(connection, table, copied);
    yield;
  }
  copyDerived(connection, copied);
  yield;
  return yield* applyChange(connection, change, {});
}

function copyRows(
  connection: Connection,
  { table, changes }: PortableTable,
  { from, to, changes: shift }: Copied,
): void {
  const columns = connection
    .statement('SELECT name FROM pragma_table_info(?) ORDER BY cid')
    .all(table) as { name: string }[];
  const offset = columns.some(({ name }) => name === 'num')
    ? numOffset(connection, table, from)
    : 0;
  const valueOf = (name: string): string => {
    if (name === 'bank') return String(to);
    if (name === 'num') return `num + ${offset}`;
    if (table === 'removed' && name === 'row')
      // A row that is brought back goes into this bank, at a new place.
      return `json_set(json_remove(row, '$.num'), '$.bank', ${to}, '$.created', created + ${shift})`;
    return changes.includes(name) ? `${name} + ${shift}` : name;
  };
  const names = columns.map(({ name }) => name);
  connection.database
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map(valueOf).join(', ')} FROM ${table} WHERE ${ofBank(table)}`,
    )
    .run(from);
}

/** What moves a bank's rows behind all others of their table, in their old order. */
function numOffset(connection: Connection, table: string, bank: number): number {
  const { offset } = connection
    .statement(
      `SELECT coalesce((SELECT max(num) FROM ${table}) - (SELECT min(num) FROM ${table} WHERE bank = ?) + 1, 0) AS offset`,
    )
    .get(bank) as { offset: number };
  return offset;
}

/** Vectors, words, usage, and the index as it was written down last. */
function copyDerived(connection: Connection, { from, to, changes }: Copied): void {
  const pairs = `(SELECT old.num AS old, new.num AS new FROM memory old JOIN memory new ON new.bank = ${to} AND new.id = old.id WHERE old.bank = ${from})`;
  for (const [table, columns] of [
    ['embedding', 'space, encoder, vector'],
    ['usage', 'access_count, last_accessed_at'],
  ] as const)
    connection.database
      .prepare(
        `INSERT INTO ${table} (memory, ${columns}) SELECT pair.new, ${columns} FROM ${pairs} pair JOIN ${table} ON memory = pair.old ORDER BY pair.new`,
      )
      .run();
  connection.database
    .prepare(
      `INSERT INTO memory_text (rowid, terms) SELECT num, terms FROM memory WHERE bank = ${to} AND terms IS NOT NULL ORDER BY num`,
    )
    .run();
  connection.database
    .prepare(
      `INSERT INTO snapshot (bank, sequence, format) SELECT ${to}, sequence + ${changes}, format FROM snapshot WHERE bank = ${from}`,
    )
    .run();
  connection.database
    .prepare(
      `INSERT INTO snapshot_part (bank, part, data) SELECT ${to}, part, data FROM snapshot_part WHERE bank = ${from}`,
    )
    .run();
}
