import { withDefaults, type Bank } from '../../../domain/bank.js';
import { MnemeError } from '../../../domain/errors.js';
import { EDGE_FAMILIES, type EdgeFamily } from '../../../domain/graph.js';
import type { BankName } from '../../../domain/ids.js';
import type { Instant } from '../../../domain/time.js';
import type { CommitOptions, StoreCounts } from '../../../ports/store.js';
import type { BankRow, Dialect } from './dialect.js';
import { raw, rows, run, type Query } from './query.js';

/** First character of the hidden names of banks being imported; not allowed in the name of a bank. */
export const HIDDEN_PREFIX = '~';
export const hiddenName = (name: string): string => `${HIDDEN_PREFIX}${name}${HIDDEN_PREFIX}`;

export function bankFromRow(row: BankRow): Bank {
  return {
    name: row.name as BankName,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: withDefaults(row.settings),
  };
}

/** `toWrite` locks the row for the rest of the transaction. */
export function* findBank(name: string, toWrite = false): Query<BankRow | null> {
  const asked = `SELECT * FROM bank WHERE name = ? ${toWrite ? '{locked}' : ''}`;
  return (yield* rows<BankRow>('bank', null, asked, name))[0] ?? null;
}

/** Throws `not_found`, also if the name now belongs to a bank with another creation time. */
export function* bankRow(name: BankName, toWrite = false, createdAt?: Instant): Query<BankRow> {
  const row = yield* findBank(name, toWrite);
  if (row === null || row.created_at !== (createdAt ?? row.created_at)) throw noBank(name);
  return row;
}

/** Used by every verb; few read more of the bank's row. */
export function* bankNumber(name: BankName): Query<number> {
  const [row] = yield* raw<{ num: number }>('SELECT num FROM bank WHERE name = ?', name);
  if (row === undefined) throw noBank(name);
  return row.num;
}

export function noBank(name: BankName): MnemeError {
  return new MnemeError('not_found', `There is no bank named ${name}.`, {
    field: 'bank',
    value: name,
  });
}

/** Every bank with a visible name. */
export function allBanks(): Query<readonly BankRow[]> {
  return rows(
    'bank',
    null,
    `SELECT * FROM bank WHERE substr(name, 1, 1) <> '${HIDDEN_PREFIX}' ORDER BY name`,
  );
}

/** Creates the bank, or returns the existing one. */
export function* createBank(name: BankName, encoder: string, at: Instant): Query<Bank> {
  yield* run(
    'INSERT INTO bank (name, created_at, encoder) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ...[name, at, encoder],
  );
  return bankFromRow(yield* bankRow(name));
}

/** Throws `conflict` if the bank has changed since. */
export function assertExpected(bank: BankRow, { expectedSequence }: CommitOptions): void {
  if (expectedSequence === undefined || expectedSequence === bank.sequence) return;
  throw new MnemeError(
    'conflict',
    `Bank ${bank.name} moved on from change ${expectedSequence} to ${bank.sequence}.`,
    { hint: 'Read again and repeat.' },
  );
}

/** Throws `conflict` for a bank with content; returns the empty bank of that name, if any. */
export function* assertEmpty(name: BankName): Query<BankRow | null> {
  const there = yield* findBank(name, true);
  if (there === null || there.sequence === 0) return there;
  throw new MnemeError('conflict', `Bank ${name} holds memories already.`, {
    field: 'bank',
    value: name,
    hint: 'Take the export into a bank of its own, with --bank.',
  });
}

/** Drops all banks whose names start with `begins`, and returns how many. */
export function* dropBanks(dialect: Dialect, begins: string): Query<number> {
  const banks = yield* raw<{ num: number }>(
    'SELECT num FROM bank WHERE substr(name, 1, ?) = ? ORDER BY num',
    ...[begins.length, begins],
  );
  for (const { num } of banks) yield* dropBank(dialect, num);
  return banks.length;
}

export function* dropBank({ forgetWords, tables }: Dialect, bank: number): Query<void> {
  yield { way: 'enter', bank };
  if (forgetWords !== undefined) yield* run(`${forgetWords} bank = ?`, bank);
  for (const [table, ofBank] of tables) yield* run(`DELETE FROM ${table} WHERE ${ofBank}`, bank);
  yield* run('DELETE FROM bank WHERE num = ?', bank);
}

const COUNTED = {
  memories: 'memory WHERE retracted_at IS NULL AND',
  retracted: 'memory WHERE retracted_at IS NOT NULL AND',
  entities: 'entity WHERE',
  contexts: 'context WHERE',
  sessions: 'session WHERE',
  changes: 'journal WHERE',
} as const;
const SELECT = `SELECT ${Object.entries(COUNTED)
  .map(([name, from]) => `(SELECT count(*) FROM ${from} bank = ?) AS ${name}`)
  .join(', ')}, {bytes} AS bytes`;

export function* countBank(bank: number): Query<StoreCounts> {
  const values = Object.keys(COUNTED).map(() => bank);
  const [counts] = yield* rows<Omit<StoreCounts, 'edges'>>('bank', bank, SELECT, ...values);
  const families = yield* rows<{ family: EdgeFamily; n: number }>(
    'edge',
    bank,
    'SELECT family, count(*) AS n FROM edge WHERE bank = ? GROUP BY family',
    bank,
  );
  const edges = Object.fromEntries(EDGE_FAMILIES.map((family) => [family, 0]));
  for (const { family, n } of families) edges[family] = (edges[family] ?? 0) + n;
  return { ...(counts as Omit<StoreCounts, 'edges'>), edges: edges as StoreCounts['edges'] };
}
