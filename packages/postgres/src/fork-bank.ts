import type { Change } from '@mneme/core/domain/change.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { CommitOptions } from '@mneme/core/ports/store.js';
import { applyChange, assertExpected } from './commit.js';
import type { Connection } from './connection.js';
import { dropBank } from './drop-bank.js';
import { assertEmpty } from './load-bank.js';
import { BANK_TABLES } from './migrations.js';
import { bankRow } from './read.js';
import type { Session } from './session.js';

/** The progress of work in the background is each bank's own. */
const NOT_COPIED: ReadonlySet<string> = new Set(['job']);
/** The server counts these by itself. */
const COUNTED: ReadonlySet<string> = new Set(['recall_log.num']);

/**
 * Founds a bank as a copy of another and applies a change to it, within the running transaction, which holds the other one. Numbers of
 * changes are each bank's own, so they stay.
 */
export async function forkBank(
  connection: Connection,
  session: Session,
  name: BankName,
  change: Change,
  { token, ...options }: CommitOptions & { readonly token: string },
): Promise<{ readonly num: number; readonly sequence: number }> {
  const source = await bankRow(session, name, 'FOR NO KEY UPDATE');
  assertExpected(source, options);
  const there = await assertEmpty(session, change.bank);
  if (there !== null) await dropBank(session, there.num);
  await session.run(
    'INSERT INTO bank (name, created_at, encoder, sequence, nums, settings) VALUES ($1, $2, $3, $4, $5, $6)',
    [change.bank, change.at, source.encoder, source.sequence, source.nums, source.settings],
  );
  const founded = await bankRow(session, change.bank, 'FOR NO KEY UPDATE');
  await session.enter(founded.num);
  // Until the transaction ends, the wall lets the rows of this other bank be read.
  await session.all("SELECT set_config('mneme.forked', $1, true)", [String(source.num)]);
  for (const table of BANK_TABLES)
    if (!NOT_COPIED.has(table)) await copyRows(session, table, source.num, founded.num);
  await session.all("SELECT set_config('mneme.forked', '', true)");
  const sequence = await applyChange(connection, session, founded, change, { token });
  return { num: founded.num, sequence };
}

async function copyRows(session: Session, table: string, from: number, to: number): Promise<void> {
  const columns = await session.all<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const names = columns
    .map(({ name }) => name)
    .filter((name) => name !== 'bank' && !COUNTED.has(`${table}.${name}`));
  const order = table === 'recall_log' ? ' ORDER BY num' : '';
  await session.run(
    `INSERT INTO ${table} (bank, ${names.join(', ')}) SELECT $2::integer, ${names.join(', ')} FROM ${table} WHERE bank = $1${order}`,
    [from, to],
  );
}
