import {
  assertEmpty,
  assertExpected,
  bankRow,
  dropBank,
} from '@mneme/core/adapters/store/sql/banks.js';
import { applyChange } from '@mneme/core/adapters/store/sql/commit.js';
import type { Dialect } from '@mneme/core/adapters/store/sql/dialect.js';
import { raw, run, type Query } from '@mneme/core/adapters/store/sql/query.js';
import type { Change } from '@mneme/core/domain/change.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { CommitOptions } from '@mneme/core/ports/store.js';
import { BANK_TABLES } from './migrations.js';

/** The progress of work in the background is each bank's own. */
const NOT_COPIED: ReadonlySet<string> = new Set(['job']);
/** The server counts these by itself. */
const COUNTED: ReadonlySet<string> = new Set(['recall_log.num']);

/**
 * Founds a bank as a copy of another and applies a change to it, within the running transaction, which holds the other one. Numbers of
 * changes are each bank's own, so they stay.
 */
export function* forkBank(
  dialect: Dialect,
  name: BankName,
  change: Change,
  { token, ...options }: CommitOptions & { readonly token: string },
): Query<{ readonly num: number; readonly sequence: number }> {
  const source = yield* bankRow(name, true);
  assertExpected(source, options);
  const there = yield* assertEmpty(change.bank);
  if (there !== null) yield* dropBank(dialect, there.num);
  yield* run(
    `INSERT INTO bank (name, created_at, encoder, sequence, nums, settings)
     SELECT ?, CAST(? AS bigint), encoder, sequence, nums, settings FROM bank WHERE num = ?`,
    ...[change.bank, change.at, source.num],
  );
  const founded = yield* bankRow(change.bank, true);
  yield { way: 'enter', bank: founded.num };
  // Until the transaction ends, the wall lets the rows of this other bank be read.
  yield* raw("SELECT set_config('mneme.forked', ?, true)", String(source.num));
  for (const table of BANK_TABLES)
    if (!NOT_COPIED.has(table)) yield* copyRows(table, source.num, founded.num);
  yield* raw("SELECT set_config('mneme.forked', '', true)");
  const sequence = yield* applyChange(dialect, founded, change, token);
  return { num: founded.num, sequence };
}

function* copyRows(table: string, from: number, to: number): Query<void> {
  const columns = yield* raw<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = CAST(? AS regclass) AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
    table,
  );
  const names = columns
    .map(({ name }) => name)
    .filter((name) => name !== 'bank' && !COUNTED.has(`${table}.${name}`));
  const order = table === 'recall_log' ? ' ORDER BY num' : '';
  yield* run(
    `INSERT INTO ${table} (bank, ${names.join(', ')}) SELECT CAST(? AS integer), ${names.join(', ')} FROM ${table} WHERE bank = ?${order}`,
    ...[to, from],
  );
}
