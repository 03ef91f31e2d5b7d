import { MnemeError } from '../../../domain/errors.js';
import { isBackup } from './tables.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Marks a SQLite file as ours: "Mnem" as a 32-bit number in the file header. */
const APPLICATION_ID = 0x4d6e656d;

/**
 * Forward migrations; the file's `user_version` is how many have run. Never edit a released one: add
 * another.
 *
 * A record's row is its present state; `created` is the change that first put it. What a later change
 * replaced is kept in `journal_before`, so any past state is the earliest image after that moment, or the
 * row itself.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE bank (
    num INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
    encoder TEXT NOT NULL, sequence INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE memory (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    kind TEXT NOT NULL, content TEXT NOT NULL, hash TEXT NOT NULL, language TEXT NOT NULL,
    speaker TEXT, session TEXT, position INTEGER NOT NULL, said_at INTEGER NOT NULL,
    occurred_from INTEGER NOT NULL, occurred_to INTEGER NOT NULL, occurred_precision TEXT NOT NULL,
    recorded_at INTEGER NOT NULL, retracted_at INTEGER, retraction TEXT,
    confidence REAL NOT NULL, importance REAL NOT NULL, version INTEGER NOT NULL, superseded_by TEXT, context TEXT,
    tags TEXT NOT NULL, metadata TEXT NOT NULL, provenance TEXT NOT NULL, dates TEXT NOT NULL,
    terms TEXT, traits INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX memory_id ON memory (bank, id);
  CREATE INDEX memory_hash ON memory (bank, hash);
  CREATE INDEX memory_occurred ON memory (bank, occurred_from);
  CREATE INDEX memory_session ON memory (bank, session, position);
  CREATE INDEX memory_created ON memory (created);
  CREATE INDEX memory_retracted ON memory (bank) WHERE retracted_at IS NOT NULL;
  CREATE VIRTUAL TABLE memory_text USING fts5 (
    terms, content = 'memory', content_rowid = 'num', detail = 'column',
    tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
  );
  CREATE TABLE embedding (
    memory INTEGER NOT NULL REFERENCES memory, space TEXT NOT NULL, encoder TEXT NOT NULL, vector BLOB NOT NULL
  );
  CREATE UNIQUE INDEX embedding_memory ON embedding (memory, space, encoder);
  CREATE TABLE entity (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    name TEXT NOT NULL, type TEXT NOT NULL, aliases TEXT NOT NULL, first_seen_at INTEGER NOT NULL, version INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX entity_id ON entity (bank, id);
  CREATE INDEX entity_created ON entity (created);
  CREATE TABLE context (
    bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    name TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (bank, id)
  ) WITHOUT ROWID;
  CREATE TABLE session (
    bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    origin TEXT, started_at INTEGER NOT NULL, PRIMARY KEY (bank, id)
  ) WITHOUT ROWID;
  CREATE TABLE goal (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    description TEXT NOT NULL, level TEXT NOT NULL, parent TEXT, weight REAL NOT NULL, status TEXT NOT NULL,
    created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, retracted_at INTEGER, version INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX goal_id ON goal (bank, id);
  CREATE TABLE purpose_sample (
    bank INTEGER NOT NULL REFERENCES bank, basis TEXT NOT NULL, at INTEGER NOT NULL,
    alignment REAL NOT NULL, memories INTEGER NOT NULL, PRIMARY KEY (bank, basis, at)
  ) WITHOUT ROWID;
  CREATE TABLE edge (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, source TEXT NOT NULL, role TEXT NOT NULL, target TEXT NOT NULL,
    label TEXT NOT NULL, created INTEGER NOT NULL, family TEXT NOT NULL, weight REAL NOT NULL,
    confidence REAL NOT NULL, status TEXT NOT NULL, evidence TEXT
  );
  CREATE UNIQUE INDEX edge_key ON edge (bank, source, role, target, label);
  CREATE INDEX edge_target ON edge (bank, target, weight);
  CREATE INDEX edge_created ON edge (created);
  CREATE TABLE usage (
    memory INTEGER PRIMARY KEY REFERENCES memory, access_count INTEGER NOT NULL,
    last_accessed_at INTEGER NOT NULL, usefulness REAL NOT NULL
  );
  CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, bank INTEGER NOT NULL REFERENCES bank, at INTEGER NOT NULL,
    verb TEXT NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL
  );
  CREATE INDEX journal_bank ON journal (bank, sequence);
  CREATE TABLE journal_before (
    sequence INTEGER NOT NULL REFERENCES journal, type TEXT NOT NULL, id TEXT NOT NULL, image TEXT NOT NULL,
    PRIMARY KEY (sequence, type, id)
  ) WITHOUT ROWID;
  CREATE TABLE snapshot (bank INTEGER PRIMARY KEY REFERENCES bank, sequence INTEGER NOT NULL, format TEXT NOT NULL);
  CREATE TABLE snapshot_part (
    bank INTEGER NOT NULL REFERENCES bank, part TEXT NOT NULL, data BLOB NOT NULL
  );
  CREATE UNIQUE INDEX snapshot_part_name ON snapshot_part (bank, part);
  CREATE INDEX journal_before_id ON journal_before (id, sequence);
  `,
  // Pictures; and the codes of a space that most memories lack, found without scanning all others.
  `
  ALTER TABLE memory ADD COLUMN images TEXT NOT NULL DEFAULT '[]';
  CREATE INDEX embedding_space ON embedding (space, memory);
  `,
  // Settings of a bank, and the last change reflected on.
  `
  ALTER TABLE bank ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
  `,
  // Claims of memories, found by subject and slot; and contradictions between them.
  `
  CREATE TABLE claim (
    bank INTEGER NOT NULL REFERENCES bank, key TEXT NOT NULL, memory TEXT NOT NULL, claim TEXT NOT NULL,
    PRIMARY KEY (bank, key, memory, claim)
  ) WITHOUT ROWID;
  CREATE INDEX claim_memory ON claim (bank, memory);
  CREATE TABLE conflict (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    older TEXT NOT NULL, newer TEXT NOT NULL, status TEXT NOT NULL, verdict TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE UNIQUE INDEX conflict_id ON conflict (bank, id);
  CREATE INDEX conflict_older ON conflict (bank, older);
  CREATE INDEX conflict_newer ON conflict (bank, newer);
  `,
  // Working memories of sessions.
  `
  CREATE TABLE working_memory (
    bank INTEGER NOT NULL REFERENCES bank, session TEXT NOT NULL, changed_at INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (bank, session)
  ) WITHOUT ROWID;
  `,
  // Votes on what recalls delivered, and the latest recalls, to be voted on. Usefulness is computed
  // from the votes.
  `
  CREATE TABLE vote (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    memory TEXT NOT NULL, verdict TEXT NOT NULL, note TEXT, at INTEGER NOT NULL, actor TEXT NOT NULL, need TEXT NOT NULL,
    source TEXT NOT NULL, kind TEXT NOT NULL, lowered REAL NOT NULL, version INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX vote_id ON vote (bank, id);
  CREATE INDEX vote_created ON vote (created);
  CREATE INDEX vote_memory ON vote (bank, memory);
  CREATE TABLE recall_log (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, at INTEGER NOT NULL,
    need TEXT NOT NULL, delivered TEXT NOT NULL
  );
  CREATE UNIQUE INDEX recall_log_id ON recall_log (bank, id);
  ALTER TABLE usage DROP COLUMN usefulness;
  `,
  // Why memories are quarantined; and values taken out of memories, sealed with a key that is not
  // in the file.
  `
  ALTER TABLE memory ADD COLUMN quarantine TEXT;
  CREATE INDEX memory_quarantine ON memory (bank, num) WHERE quarantine IS NOT NULL;
  CREATE TABLE vault (
    bank INTEGER NOT NULL REFERENCES bank, token TEXT NOT NULL, kind TEXT NOT NULL, print TEXT NOT NULL, sealed TEXT NOT NULL,
    PRIMARY KEY (bank, token)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX vault_print ON vault (bank, kind, print);
  `,
  // What was learned from acting: strategies, transitions, competences and the like; `changed` is
  // the last change that put it.
  `
  CREATE TABLE learned (
    num INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES bank, id TEXT NOT NULL, created INTEGER NOT NULL,
    changed INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE UNIQUE INDEX learned_id ON learned (bank, id);
  CREATE INDEX learned_key ON learned (bank, kind, key);
  CREATE INDEX learned_changed ON learned (bank, changed);
  `,
  // What a server needs besides its banks: the keys it accepts, as hashes, and answers to requests
  // that may be retried.
  `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, banks TEXT, scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE reply (
    owner TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (owner, key)
  ) WITHOUT ROWID;
  CREATE INDEX reply_at ON reply (at);
  `,
  // Which change undoes which; and the rows that changes removed, complete, for restoring them.
  `
  ALTER TABLE journal ADD COLUMN reverts INTEGER;
  CREATE INDEX journal_reverts ON journal (reverts) WHERE reverts IS NOT NULL;
  CREATE TABLE removed (
    bank INTEGER NOT NULL REFERENCES bank, type TEXT NOT NULL, id TEXT NOT NULL, taken INTEGER NOT NULL, created INTEGER NOT NULL,
    row TEXT NOT NULL, PRIMARY KEY (bank, type, id, taken)
  ) WITHOUT ROWID;
  CREATE INDEX removed_created ON removed (created);
  `,
  // Committed erasures, until the file has been rewritten: the last one of each bank.
  `
  CREATE TABLE unfinished_erasure (
    bank INTEGER PRIMARY KEY REFERENCES bank, sequence INTEGER NOT NULL, since INTEGER NOT NULL
  );
  `,
  // Unreadable rows, complete and unchanged, from before they were repaired or removed.
  `
  CREATE TABLE set_aside (
    num INTEGER PRIMARY KEY, bank INTEGER, place TEXT NOT NULL, name TEXT NOT NULL, cells TEXT NOT NULL, row TEXT NOT NULL
  );
  CREATE INDEX set_aside_bank ON set_aside (bank);
  `,
  // State of background jobs between their rounds: the holder, the progress, the cost.
  `
  CREATE TABLE job (
    bank INTEGER NOT NULL REFERENCES bank, name TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (bank, name)
  ) WITHOUT ROWID;
  `,
  // Current memories that expire, ordered by time: the expiry tag is the first tag of its memory.
  `
  CREATE INDEX memory_expiry ON memory (bank, tags)
    WHERE retracted_at IS NULL AND tags >= '["mneme:expires:' AND tags < '["mneme:expires;';
  `,
  // The structured content of a note.
  `
  ALTER TABLE memory ADD COLUMN note TEXT;
  `,
  // Samples of how well memories served a bank's purpose; no longer used.
  `
  DROP TABLE IF EXISTS purpose_sample;
  `,
  // Who reads what is answered to a key.
  `
  ALTER TABLE api_key ADD COLUMN recipient TEXT;
  `,
];

export const FILE_VERSION = MIGRATIONS.length;

/** Migrates the file to the current version. Refuses a foreign file and one of a newer Mneme, without changing it. */
export function migrate(database: SqliteDatabase, path: string): void {
  const version = assertBankFile(database, path);
  if (version === FILE_VERSION) return;
  if (database.readOnly) {
    throw new MnemeError(
      'read_only',
      `${path} needs an upgrade from version ${version} to ${FILE_VERSION} and is open only to read.`,
      {
        field: 'file',
        value: path,
        hint: isBackup(database)
          ? `Make a memory of it with \`mneme backup restore ${path}\`; that one is upgraded when it is opened.`
          : 'Open it once with write access.',
      },
    );
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have migrated between our check and our lock.
    for (const sql of MIGRATIONS.slice(readPragma(database, 'user_version'))) database.exec(sql);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${FILE_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Returns the file's version. Throws `not_a_bank` for a foreign file, `newer_version` for one of a newer Mneme. */
export function assertBankFile(database: SqliteDatabase, path: string): number {
  const version = readPragma(database, 'user_version');
  const application = readPragma(database, 'application_id');
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
  if (n > 0 && application !== APPLICATION_ID) {
    throw new MnemeError('not_a_bank', `${path} is a SQLite file, but not one of Mneme.`, {
      field: 'file',
      value: path,
      hint: 'Give the path of a file that Mneme made, or of one that does not exist yet.',
    });
  }
  if (version > FILE_VERSION) {
    throw new MnemeError(
      'newer_version',
      `${path} was written by a newer Mneme (file version ${version}; this one knows ${FILE_VERSION}).`,
      {
        field: 'file',
        value: path,
        hint: 'Upgrade Mneme: `npm install mneme@latest`.',
      },
    );
  }
  return version;
}

function readPragma(database: SqliteDatabase, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
