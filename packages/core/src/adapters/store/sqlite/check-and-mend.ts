import { dropBanks, HIDDEN_PREFIX } from '../sql/banks.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { setAside } from './records.js';
import { commonEncoder, runQuery } from './run-query.js';
import type { SqliteValue } from './sqlite-database.js';
import { type DamagedRow, damagedRows, placeOf, quote, storedTables } from './tables.js';
import type { Raw } from '../stored-cells.js';
import { cellsOf, EXPENDABLE_TABLES } from '../stored-tables.js';
import type { Problem } from '../../../ports/store.js';

/** Rows that refer to a missing row. */
interface Orphans {
  readonly table: string;
  /** A condition on its rows, with alias `t`. */
  readonly where: string;
  readonly what: (n: number) => string;
  /** The assignment that repairs them; without it, they are set aside and deleted. */
  readonly set?: string;
}

const noMemory = (id: string): string =>
  `NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = t.bank AND m.id = ${id})`;

const NO_BANK = 'NOT EXISTS (SELECT 1 FROM bank b WHERE b.num = t.bank)';

/** Tables with rows of banks, with their names in messages. */
const OF_BANKS: Readonly<Record<string, string>> = {
  memory: 'memories',
  entity: 'entities',
  context: 'contexts',
  session: 'sessions',
  goal: 'goals',
  edge: 'links',
  claim: 'claims',
  conflict: 'conflicts',
  vote: 'votes',
  learned: 'learned records',
  recall_log: 'noted recalls',
  working_memory: 'sessions’ notes',
  job: 'notes of work in the background',
  vault: 'sealed values',
  journal: 'changes',
  removed: 'records that were taken away',
  snapshot: 'snapshots',
  snapshot_part: 'parts of snapshots',
};

/** In the order of repair: rows that depend on a removed row come after it. */
const ORPHANS: readonly Orphans[] = [
  ...Object.entries(OF_BANKS).map(([table, called]) => ({
    table,
    where: NO_BANK,
    what: (n: number) => `${n} ${called} belong to no bank.`,
  })),
  {
    table: 'journal_before',
    where: 'NOT EXISTS (SELECT 1 FROM journal j WHERE j.sequence = t.sequence)',
    what: (n) => `${n} former states of records belong to no change.`,
  },
  ...['embedding', 'usage'].map((table) => ({
    table,
    where: 'NOT EXISTS (SELECT 1 FROM memory m WHERE m.num = t.memory)',
    what: (n: number) => `${n} rows of ${table} belong to no memory.`,
  })),
  {
    table: 'edge',
    where: `t.evidence IS NOT NULL AND ${noMemory('t.evidence')}`,
    what: (n) => `${n} links cite a memory that is not there.`,
  },
  ...(['source', 'target'] as const).map((end) => ({
    table: 'edge',
    where: `substr(t.${end}, 1, 2) = 'm_' AND ${noMemory(`t.${end}`)}`,
    what: (n: number) => `${n} links have a memory as ${end} that is not there.`,
  })),
  {
    table: 'claim',
    where: noMemory('t.memory'),
    what: (n) => `${n} claims are of a memory that is not there.`,
  },
  {
    table: 'vote',
    where: noMemory('t.memory'),
    what: (n) => `${n} votes are on a memory that is not there.`,
  },
  {
    table: 'conflict',
    where: `(${noMemory('t.older')} OR ${noMemory('t.newer')})`,
    what: (n) => `${n} conflicts are of a memory that is not there.`,
  },
  {
    table: 'goal',
    where:
      't.parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM goal p WHERE p.bank = t.bank AND p.id = t.parent)',
    what: (n) => `${n} goals serve a goal that is not there.`,
    set: 'parent = NULL',
  },
];

/** The full-text index is rebuilt from the memories, whatever it contained. */
const RENEW_TEXT_INDEX = "INSERT INTO memory_text (memory_text) VALUES ('rebuild')";

interface Check {
  readonly sql: string;
  readonly what: (n: number) => string;
  readonly mend: string;
}

const REOPEN = 'Back up or export what this process still has of it, and open the memory anew.';
const REBUILD = 'Run `mneme doctor --rebuild`.';
const OR_RESTORE = 'To have it as it was, restore a backup.';
const PUTS_RIGHT = `\`mneme doctor --rebuild\` keeps what stands there now, set aside, and puts right what can be told. ${OR_RESTORE}`;
const SETS_ASIDE = `\`mneme doctor --rebuild\` sets it aside and goes on without it. ${OR_RESTORE}`;
/** Maximum number of rows listed. */
const MAX_NAMED = 50;

/** Each query counts violations of an invariant. */
const CHECKS: readonly Check[] = [
  ...ORPHANS.map(({ table, where, what, set }) => ({
    sql: `SELECT count(*) AS n FROM ${table} t WHERE ${where}`,
    what,
    mend: set === undefined ? SETS_ASIDE : PUTS_RIGHT,
  })),
  {
    sql: 'SELECT count(*) AS n FROM memory m WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.sequence = m.created)',
    what: (n) => `${n} memories have no change in the journal.`,
    mend: PUTS_RIGHT,
  },
  {
    sql: `SELECT count(*) AS n FROM bank b WHERE substr(b.name, 1, 1) <> '~'
          AND b.sequence <> (SELECT coalesce(max(j.sequence), 0) FROM journal j WHERE j.bank = b.num)`,
    what: (n) => `${n} banks disagree with the journal about their last change.`,
    mend: PUTS_RIGHT,
  },
  {
    sql: `SELECT count(*) AS n FROM bank WHERE substr(name, 1, 1) = '~'`,
    what: (n) => `${n} imports of exports are under way, or were cut off.`,
    mend: `When none is under way: ${REBUILD}`,
  },
  {
    sql: 'SELECT count(*) AS n FROM memory WHERE terms IS NULL',
    what: (n) => `${n} memories are missing from the full-text index.`,
    mend: REBUILD,
  },
  {
    sql: `SELECT count(*) AS n FROM memory m JOIN bank b ON b.num = m.bank
          WHERE m.quarantine IS NULL AND NOT EXISTS (SELECT 1 FROM embedding x WHERE x.memory = m.num AND x.encoder = b.encoder)`,
    what: (n) => `${n} memories have no vector.`,
    mend: 'Run `mneme doctor --rebuild`; where a learned embedder fills the bank, `mneme reindex`.',
  },
];

export function checkStore(connection: Connection): Problem[] {
  const displaced = connection.displaced();
  const problems: Problem[] = displaced === null ? [] : [{ what: displaced, mend: REOPEN }];
  problems.push(...asFarAsItReads(() => unfinishedWork(connection)));
  problems.push(...asFarAsItReads(() => damagedPages(connection)));
  problems.push(...asFarAsItReads(() => unreadableRows(connection)));
  for (const check of CHECKS) {
    problems.push(
      ...asFarAsItReads(() => {
        const { n } = connection.statement(check.sql).get() as { n: number };
        return n > 0 ? [{ what: check.what(n), mend: check.mend }] : [];
      }),
    );
  }
  if (!textIndexAgrees(connection))
    problems.push({ what: 'The full-text index disagrees with the memories.', mend: REBUILD });
  return [...new Map(problems.map((problem) => [problem.what, problem])).values()];
}

function unfinishedWork(connection: Connection): Problem[] {
  const { since } = connection
    .statement('SELECT min(since) AS since FROM unfinished_erasure')
    .get() as { since: number | null };
  return since === null
    ? []
    : [
        {
          what: `An erasure of ${new Date(since).toISOString()} is not finished: what was erased is still in the file.`,
          mend: `Make room, close what else has the file open, and open it to write, which finishes it; or: ${REBUILD}`,
        },
      ];
}

function damagedPages(connection: Connection): Problem[] {
  const pages = connection.statement('PRAGMA integrity_check(5)').all() as {
    integrity_check: string;
  }[];
  return pages
    .filter(({ integrity_check: line }) => line !== 'ok')
    .map(({ integrity_check: line }) => ({
      what: `SQLite found damage: ${line}.`,
      mend: 'Restore a backup.',
    }));
}

/** One problem per row, with its unreadable cells. */
function unreadableRows(connection: Connection): Problem[] {
  const problems: Problem[] = [];
  let more = 0;
  for (const { table, bank, name, cells, lost } of damagedRows(connection)) {
    if (problems.length === MAX_NAMED) {
      more++;
      continue;
    }
    problems.push({
      what: `${table} ${name}${bankNamed(connection, bank)}: ${cells.join(', ')} cannot be read${lost ? ', so the row is left out' : ''}.`,
      mend: EXPENDABLE_TABLES.has(table) ? REBUILD : lost ? SETS_ASIDE : PUTS_RIGHT,
    });
  }
  return more === 0
    ? problems
    : [...problems, { what: `${more} more rows cannot be read.`, mend: SETS_ASIDE }];
}

function bankNamed(connection: Connection, bank: number | null): string {
  const row = connection.statement('SELECT name FROM bank WHERE num = ?').get(bank) as
    { name: unknown } | undefined;
  return typeof row?.name === 'string' ? ` (bank ${row.name})` : '';
}

/** Reports a check that fails on damage as a problem, so that the others still run. */
function asFarAsItReads(check: () => Problem[]): Problem[] {
  try {
    return check();
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return [{ what: `A check could not read the file: ${told}.`, mend: 'Restore a backup.' }];
  }
}

/** FTS5's own check compares every posting with the stored terms and fails on the first difference. */
function textIndexAgrees(connection: Connection): boolean {
  if (connection.database.readOnly) return true;
  try {
    connection
      .statement("INSERT INTO memory_text (memory_text, rank) VALUES ('integrity-check', 1)")
      .run();
    return true;
  } catch {
    return false;
  }
}

export function rebuildStore(connection: Connection): void {
  connection.statement(RENEW_TEXT_INDEX).run();
  connection.database.exec('REINDEX');
  connection.database.exec('PRAGMA optimize');
}

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
