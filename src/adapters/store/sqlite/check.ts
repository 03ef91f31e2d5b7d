import type { Problem } from '../../../ports/store-upkeep.js';
import type { Connection } from './connection.js';
import { dropUnseen } from './load-bank.js';
import { unfinishedErasure } from './scrub.js';

interface Check {
  readonly sql: string;
  readonly what: (n: number) => string;
  readonly mend: string;
}

const REOPEN = 'Back up or export what this process still has of it, and open the memory anew.';
const REBUILD = 'Run `mneme doctor --rebuild`.';

/** Each query counts what should not be there. */
const CHECKS: readonly Check[] = [
  {
    sql: 'SELECT count(*) AS n FROM memory m WHERE NOT EXISTS (SELECT 1 FROM bank b WHERE b.num = m.bank)',
    what: (n) => `${n} memories belong to no bank.`,
    mend: 'Restore a backup.',
  },
  {
    sql: 'SELECT count(*) AS n FROM memory m WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.sequence = m.created)',
    what: (n) => `${n} memories have no change in the journal.`,
    mend: 'Restore a backup.',
  },
  {
    sql: `SELECT count(*) AS n FROM bank b WHERE substr(b.name, 1, 1) <> '~'
          AND b.sequence <> (SELECT coalesce(max(j.sequence), 0) FROM journal j WHERE j.bank = b.num)`,
    what: (n) => `${n} banks disagree with the journal about their last change.`,
    mend: 'Restore a backup.',
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
  {
    sql: `SELECT count(*) AS n FROM edge e WHERE e.evidence IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.id = e.evidence)`,
    what: (n) => `${n} links cite a memory that is not there.`,
    mend: 'Restore a backup.',
  },
  {
    sql: `SELECT count(*) AS n FROM goal g WHERE g.parent IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM goal p WHERE p.bank = g.bank AND p.id = g.parent)`,
    what: (n) => `${n} goals serve a goal that is not there.`,
    mend: 'Restore a backup.',
  },
];

export function checkStore(connection: Connection): Problem[] {
  const displaced = connection.displaced();
  const problems: Problem[] = displaced === null ? [] : [{ what: displaced, mend: REOPEN }];
  problems.push(...asFarAsItReads(() => unfinishedWork(connection)));
  problems.push(...asFarAsItReads(() => damagedPages(connection)));
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
  const since = unfinishedErasure(connection, null);
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

/** A check that stumbles over damage is a finding itself: the others still tell theirs. */
function asFarAsItReads(check: () => Problem[]): Problem[] {
  try {
    return check();
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return [{ what: `A check could not read the file: ${told}.`, mend: 'Restore a backup.' }];
  }
}

/** FTS5's own check compares every posting with the stored terms and fails on the first that differs. */
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
  dropUnseen(connection);
  connection.statement("INSERT INTO memory_text (memory_text) VALUES ('rebuild')").run();
  connection.database.exec('REINDEX');
  connection.database.exec('PRAGMA optimize');
}
