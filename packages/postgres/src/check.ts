import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Problem } from '@mneme/core/ports/store-care.js';
import type { Connection } from './connection.js';
import { putReadings } from './derived-rows.js';
import { allBanks, rowsAfter, UNSEEN, type BankRow } from './read.js';
import { recordOf } from './rows.js';
import type { Session } from './session.js';
import { RECORD_KINDS, type RecordKind } from './stored-tables.js';

interface Check {
  /** Counts what should not be there. */
  readonly sql: string;
  readonly what: (n: number) => string;
  readonly mend: string;
}

const REBUILD = 'Run `mneme doctor --rebuild`.';
const RESTORE = 'Restore a backup of the server.';
/** More would be read by nobody. */
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

/** Looks for damage, bank by bank. Pages and checksums are the server's own care: `pg_amcheck`, `pg_checksums`. */
export async function checkStore(connection: Connection): Promise<Problem[]> {
  return connection.read(async (session) => {
    const problems: Problem[] = [];
    const { n } = (await session.first<{ n: number }>(
      `SELECT count(*) AS n FROM bank WHERE left(name, 1) = '${UNSEEN}'`,
    )) as { n: number };
    if (n > 0)
      problems.push({
        what: `${n} imports of exports are under way, or were cut off.`,
        mend: `When none is under way: ${REBUILD}`,
      });
    const counts = CHECKS.map(() => 0);
    for (const bank of await allBanks(session)) {
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

/** What of a bank cannot be read, in words. */
async function unreadableIn(session: Session, bank: number): Promise<string[]> {
  const told: string[] = [];
  for (const kind of RECORD_KINDS)
    for (const id of await unreadableRows(session, bank, kind, MAX_NAMED - told.length))
      told.push(`${kind} ${id} cannot be read`);
  return told;
}

/** The first of a kind that are no records any more. */
async function unreadableRows(
  session: Session,
  bank: number,
  kind: RecordKind,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; found.length < limit;) {
    const rows = await rowsAfter(session, bank, kind, after, PAGE);
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

/** Counts the words of every memory anew, and takes away what no memory has any more. */
export async function rebuildStore(connection: Connection): Promise<void> {
  const names = await connection.read(async (session) => allBanks(session));
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
