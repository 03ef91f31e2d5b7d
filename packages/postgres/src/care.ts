import {
  allBanks,
  assertEmpty,
  assertExpected,
  bankRow,
  dropBank,
  HIDDEN_PREFIX,
} from '@mneme/core/adapters/store/sql/banks.js';
import { applyChange } from '@mneme/core/adapters/store/sql/commit.js';
import type { BankRow, Dialect } from '@mneme/core/adapters/store/sql/dialect.js';
import {
  raw,
  RECORD_KINDS,
  run,
  type Query,
  type RecordKind,
} from '@mneme/core/adapters/store/sql/query.js';
import type { Change } from '@mneme/core/domain/change.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import type { CommitOptions, Problem } from '@mneme/core/ports/store.js';
import type { Connection } from './connection-pool.js';
import { recordOf } from './layout.js';
import { BANK_TABLES } from './migrations.js';
import { codeOf } from './driver.js';
import { putReadings, runQuery } from './run-query.js';
import type { Session } from './session.js';

interface Check {
  /** Counts violations of an invariant. */
  readonly sql: string;
  readonly what: (n: number) => string;
  readonly mend: string;
}

const REBUILD = 'Run `mneme doctor --rebuild`.';
const RESTORE = 'Restore a backup of the server.';
/** Maximum number of rows listed. */
const MAX_NAMED = 50;
const PAGE = 2_000;

const CHECKS: readonly Check[] = [
  {
    sql: 'SELECT count(*) AS n FROM memory m WHERE bank = $1 AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.bank = m.bank AND j.sequence = m.created)',
    what: (n) => `${n} memories have no change in the journal.`,
    mend: RESTORE,
  },
  {
    sql: 'SELECT count(*) AS n FROM bank b WHERE num = $1 AND sequence <> (SELECT coalesce(max(sequence), 0) FROM journal j WHERE j.bank = b.num)',
    what: (n) => `${n} banks disagree with the journal about their last change.`,
    mend: RESTORE,
  },
  {
    sql: 'SELECT count(*) AS n FROM memory WHERE bank = $1 AND (terms IS NULL OR words IS NULL)',
    what: (n) => `${n} memories are missing from the full-text index.`,
    mend: REBUILD,
  },
  {
    sql: `SELECT count(*) AS n FROM memory m JOIN bank b ON b.num = m.bank WHERE m.bank = $1 AND m.quarantine IS NULL
          AND NOT EXISTS (SELECT 1 FROM embedding x WHERE x.bank = m.bank AND x.memory = m.num AND x.encoder = b.encoder)`,
    what: (n) => `${n} memories have no vector.`,
    mend: 'Run `mneme doctor --rebuild`; where a learned embedder fills the bank, `mneme reindex`.',
  },
  {
    sql: 'SELECT count(*) AS n FROM embedding x WHERE bank = $1 AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = x.bank AND m.num = x.memory)',
    what: (n) => `${n} vectors belong to no memory.`,
    mend: REBUILD,
  },
];

/**
 * Looks for damage, bank by bank. Pages and checksums are the server's responsibility: `pg_amcheck`, `pg_checksums`.
 */
export async function checkStore(connection: Connection): Promise<Problem[]> {
  return connection.read(async (session) => {
    const problems: Problem[] = [];
    const { n } = (await session.first<{ n: number }>(
      `SELECT count(*) AS n FROM bank WHERE left(name, 1) = '${HIDDEN_PREFIX}'`,
    )) as { n: number };
    if (n > 0)
      problems.push({
        what: `${n} imports of exports are under way, or were cut off.`,
        mend: `When none is under way: ${REBUILD}`,
      });
    const counts = CHECKS.map(() => 0);
    for (const bank of await runQuery(session, allBanks())) {
      await session.enter(bank.num);
      for (const [at, { sql }] of CHECKS.entries()) {
        const row = await session.first<{ n: number }>(sql, [bank.num]);
        counts[at] = (counts[at] ?? 0) + (row?.n ?? 0);
      }
      problems.push(...(await unreadableOf(session, bank)));
    }
    return [
      ...problems,
      ...CHECKS.flatMap(({ what, mend }, at) => {
        const n = counts[at] ?? 0;
        return n === 0 ? [] : [{ what: what(n), mend }];
      }),
    ];
  });
}

async function unreadableOf(session: Session, { num, name }: BankRow): Promise<Problem[]> {
  const told = await unreadableIn(session, num);
  return told.map((what) => ({ what: `${what} (bank ${name}).`, mend: RESTORE }));
}

/** Messages for the unreadable rows of a bank. */
async function unreadableIn(session: Session, bank: number): Promise<string[]> {
  const told: string[] = [];
  for (const kind of RECORD_KINDS)
    for (const id of await unreadableRows(session, bank, kind, MAX_NAMED - told.length))
      told.push(`${kind} ${id} cannot be read`);
  return told;
}

/** Ids of the first unreadable records of a kind. */
async function unreadableRows(
  session: Session,
  bank: number,
  kind: RecordKind,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; found.length < limit;) {
    const rows = await session.all<{ id: string; num: number; record: string }>(
      `SELECT id, num, record FROM ${kind} WHERE bank = $1 AND num > $2 ORDER BY num LIMIT ${PAGE}`,
      [bank, after],
    );
    if (rows.length === 0) return found;
    after = rows.at(-1)?.num ?? after;
    for (const row of rows) {
      try {
        recordOf(kind, row);
      } catch {
        found.push(row.id);
      }
    }
  }
  return found.slice(0, limit);
}

/** Recomputes the words of every memory, and deletes vectors and usage without a memory. */
export async function rebuildStore(connection: Connection): Promise<void> {
  const names = await connection.read((session) => runQuery(session, allBanks()));
  for (const { name } of names)
    await connection.writeBank(
      name as Parameters<Connection['writeBank']>[0],
      async (session, bank) => {
        for (const table of ['embedding', 'usage'])
          await session.run(
            `DELETE FROM ${table} x WHERE bank = $1 AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = x.bank AND m.num = x.memory)`,
            [bank.num],
          );
        await renewWords(session, bank.num);
      },
    );
}

async function renewWords(session: Session, bank: number): Promise<void> {
  for (let after = 0; ;) {
    const rows = await session.all<{ num: number; id: string; terms: string; traits: number }>(
      `SELECT num, id, terms, traits FROM memory WHERE bank = $1 AND num > $2 AND terms IS NOT NULL ORDER BY num LIMIT ${PAGE}`,
      [bank, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.num ?? after;
    await putReadings(
      session,
      bank,
      rows.map(({ id, terms, traits }) => ({ memory: id as MemoryId, terms, traits })),
    );
  }
}

/**
 * Finishes erasures as far as a client can: vacuums the tables of all banks. Returns false if rows remain that an
 * older transaction may still read, or if the role is not the owner. Data outside the tables (the server's log,
 * replicas and backups) is beyond a client: docs/postgres.md says what to do.
 */
export async function scrub(connection: Connection): Promise<boolean> {
  const waiting = await connection.read((session) =>
    session.all<{ bank: number; sequence: number }>(
      'SELECT bank, sequence FROM unfinished_erasure',
    ),
  );
  if (waiting.length === 0) return true;
  try {
    const clear = await connection.read(async (session) => {
      await session.script(`VACUUM (INDEX_CLEANUP ON) ${BANK_TABLES.join(', ')}, reply, api_key`);
      return nothingOlder(session);
    });
    if (!clear) return false;
  } catch (error) {
    if (codeOf((error as { cause?: unknown }).cause) === '42501') return false;
    throw error;
  }
  // Data erased meanwhile belongs to a later change.
  await connection.write(async (session) => {
    for (const { bank, sequence } of waiting)
      await session.run('DELETE FROM unfinished_erasure WHERE bank = $1 AND sequence <= $2', [
        bank,
        sequence,
      ]);
  });
  return true;
}

/** Whether no transaction that was already open on this database may still hold back dead rows. */
async function nothingOlder(session: Session): Promise<boolean> {
  const row = await session.first<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
       AND xact_start < clock_timestamp() - interval '1 second'`,
  );
  return (row?.n ?? 0) === 0;
}

/** Background jobs of the copy start afresh. */
const NOT_COPIED: ReadonlySet<string> = new Set(['job']);
/** Columns that the server numbers by itself. */
const COUNTED: ReadonlySet<string> = new Set(['recall_log.num']);

/**
 * Creates a bank as a copy of another and applies a change to it, within the running transaction, which holds the
 * original's lock. Numbers of changes are per bank, so they stay.
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
  // Until the transaction ends, row-level security lets this session read the rows of the original.
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
