import type { Change } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import type { CommitOptions } from '../../../ports/store.js';
import { assertEmpty, assertExpected, bankRow, dropBank } from '../sql/banks.js';
import { applyChange } from '../sql/commit.js';
import type { Dialect } from '../sql/dialect.js';
import { shifted } from '../sql/load.js';
import { PORTABLE_TABLES } from '../sql/portable-record.js';
import { raw, run, type Query } from '../sql/query.js';

/** The bank numbers of the original and of the copy. */
interface Copied {
  readonly from: number;
  readonly to: number;
  /** Offset added to the numbers of changes. */
  readonly changes: number;
}

/**
 * Creates a bank as a copy of another and applies a change to it, within the running transaction. Numbers of changes
 * are unique in the file, so the copy gets new ones in the old order; vectors, words and the index snapshot are
 * copied too.
 */
export function* forkBank(
  dialect: Dialect,
  name: BankName,
  change: Change,
  options: CommitOptions,
): Query<number> {
  const source = yield* bankRow(name);
  assertExpected(source, options);
  const there = yield* assertEmpty(change.bank);
  if (there !== null) yield* dropBank(dialect, there.num);
  const [line] = yield* raw<{ first: number }>(
    'SELECT coalesce(min(sequence), 1) AS first FROM journal WHERE bank = ?',
    source.num,
  );
  const first = line?.first ?? 1;
  const changes = (yield* dialect.line.reserve(source.sequence - first + 1)) - first + 1;
  yield* run(
    'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES (?, ?, ?, ?, ?)',
    ...[change.bank, change.at, source.encoder, source.sequence + changes],
    JSON.stringify(shifted(source.settings, changes)),
  );
  const founded = yield* bankRow(change.bank);
  const copied = { from: source.num, to: founded.num, changes };
  for (const table of Object.values(PORTABLE_TABLES)) yield* copyRows(table, copied);
  yield* copyDerived(copied);
  return yield* applyChange(dialect, founded, change);
}

/** Columns that contain the number of a change. */
const CHANGES: ReadonlySet<string> = new Set([
  'created',
  'changed',
  'sequence',
  'taken',
  'reverts',
]);

function* copyRows(table: string, { from, to, changes: shift }: Copied): Query<void> {
  const columns = yield* raw<{ name: string }>(
    'SELECT name FROM pragma_table_info(?) ORDER BY cid',
    table,
  );
  const offset = columns.some(({ name }) => name === 'num') ? yield* numOffset(table, from) : 0;
  const valueOf = (name: string): readonly [sql: string, ...values: number[]] => {
    if (name === 'bank') return ['?', to];
    if (name === 'num') return ['num + ?', offset];
    if (table === 'removed' && name === 'row')
      // A removed row, when restored, gets the new bank and a new number.
      return [
        "json_set(json_remove(row, '$.num'), '$.bank', ?, '$.created', created + ?)",
        ...[to, shift],
      ];
    return CHANGES.has(name) ? [`${name} + ?`, shift] : [name];
  };
  const names = columns.map(({ name }) => name);
  const values = names.map(valueOf);
  const ofBank =
    table === 'journal_before'
      ? 'sequence IN (SELECT sequence FROM journal WHERE bank = ?)'
      : 'bank = ?';
  yield* run(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.map(([sql]) => sql).join(', ')} FROM ${table} WHERE ${ofBank}`,
    ...[...values.flatMap(([, ...given]) => given), from],
  );
}

/** The offset that moves a bank's rows behind all others in their table, keeping their order. */
function* numOffset(table: string, bank: number): Query<number> {
  const [row] = yield* raw<{ offset: number }>(
    `SELECT coalesce((SELECT max(num) FROM ${table}) - (SELECT min(num) FROM ${table} WHERE bank = ?) + 1, 0) AS offset`,
    bank,
  );
  return row?.offset ?? 0;
}

/** Copies vectors, words, usage, and the latest snapshot of the index. */
function* copyDerived({ from, to, changes }: Copied): Query<void> {
  const pairs =
    '(SELECT old.num AS old, new.num AS new FROM memory old JOIN memory new ON new.bank = ? AND new.id = old.id WHERE old.bank = ?)';
  for (const [table, columns] of [
    ['embedding', 'space, encoder, vector'],
    ['usage', 'access_count, last_accessed_at'],
  ] as const)
    yield* run(
      `INSERT INTO ${table} (memory, ${columns}) SELECT pair.new, ${columns} FROM ${pairs} pair JOIN ${table} ON memory = pair.old ORDER BY pair.new`,
      ...[to, from],
    );
  yield* run(
    'INSERT INTO memory_text (rowid, terms) SELECT num, terms FROM memory WHERE bank = ? AND terms IS NOT NULL ORDER BY num',
    to,
  );
  yield* run(
    'INSERT INTO snapshot (bank, sequence, format) SELECT ?, sequence + ?, format FROM snapshot WHERE bank = ?',
    ...[to, changes, from],
  );
  yield* run(
    'INSERT INTO snapshot_part (bank, part, data) SELECT ?, part, data FROM snapshot_part WHERE bank = ?',
    ...[to, from],
  );
}
