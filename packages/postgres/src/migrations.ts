import { MnemeError } from '@mneme/core/domain/errors.js';
import { codeOf, type StoreAddress } from './driver.js';
import type { Session } from './session.js';

/** A table of records with a history in the journal: each row is the record, and the columns for lookups. */
const record = (name: string, columns = ''): string => `
  CREATE TABLE ${name} (
    bank integer NOT NULL, num bigint NOT NULL, id text COLLATE "C" NOT NULL, created bigint NOT NULL,
    ${columns} record text NOT NULL, PRIMARY KEY (bank, id)
  );
  CREATE UNIQUE INDEX ${name}_num ON ${name} (bank, num);
  CREATE INDEX ${name}_created ON ${name} (bank, created);`;

/** Tables in which every row belongs to one bank. */
export const BANK_TABLES = [
  'journal',
  'memory',
  'entity',
  'context',
  'session',
  'goal',
  'vote',
  'conflict',
  'learned',
  'edge',
  'journal_before',
  'removed',
  'claim',
  'embedding',
  'usage',
  'vault',
  'recall_log',
  'working_memory',
  'job',
  'snapshot',
  'snapshot_part',
] as const;

/**
 * Row-level security as a second safeguard: a session only sees rows of the bank it has entered, whatever a statement
 * selects.
 */
const WALLS = BANK_TABLES.map(
  (table) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_bank ON ${table} USING (bank = nullif(current_setting('mneme.bank', true), '')::integer);`,
).join('');

/** Forward migrations; `store.version` is how many have run. Never edit a released one: add another. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE bank (
    num integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, created_at bigint NOT NULL,
    encoder text NOT NULL, sequence bigint NOT NULL DEFAULT 0, nums bigint NOT NULL DEFAULT 0, settings text NOT NULL DEFAULT '{}'
  );
  CREATE TABLE journal (
    bank integer NOT NULL, sequence bigint NOT NULL, at bigint NOT NULL, verb text NOT NULL, actor text NOT NULL,
    reason text NOT NULL, reverts bigint, token text, PRIMARY KEY (bank, sequence)
  );
  CREATE INDEX journal_at ON journal (bank, at);
  CREATE INDEX journal_reverts ON journal (bank, reverts) WHERE reverts IS NOT NULL;
  ${record(
    'memory',
    `kind text NOT NULL, hash text NOT NULL, speaker text, session text, context text, occurred_from bigint NOT NULL,
    occurred_to bigint NOT NULL, recorded_at bigint NOT NULL, retracted_at bigint, undone boolean NOT NULL, quarantine text,
    confidence double precision NOT NULL, tags jsonb NOT NULL, metadata jsonb NOT NULL,
    terms text, traits integer NOT NULL DEFAULT 0, words tsvector, length integer NOT NULL DEFAULT 0,`,
  )}
  CREATE INDEX memory_hash ON memory (bank, hash);
  CREATE INDEX memory_occurred ON memory (bank, occurred_from);
  CREATE INDEX memory_session ON memory (bank, session) WHERE session IS NOT NULL;
  CREATE INDEX memory_context ON memory (bank, context) WHERE context IS NOT NULL;
  CREATE INDEX memory_retracted ON memory (bank) WHERE retracted_at IS NOT NULL;
  CREATE INDEX memory_quarantine ON memory (bank, num) WHERE quarantine IS NOT NULL;
  CREATE INDEX memory_words ON memory USING gin (words);
  ${record('entity')}
  ${record('context')}
  ${record('session')}
  ${record('goal')}
  ${record('vote', 'memory text NOT NULL,')}
  CREATE INDEX vote_memory ON vote (bank, memory);
  ${record('conflict', 'older text NOT NULL, newer text NOT NULL, status text NOT NULL, verdict text NOT NULL,')}
  CREATE INDEX conflict_older ON conflict (bank, older);
  CREATE INDEX conflict_newer ON conflict (bank, newer);
  ${record('learned', 'changed bigint NOT NULL, kind text NOT NULL, lead text NOT NULL, key text NOT NULL,')}
  CREATE INDEX learned_key ON learned (bank, kind, lead);
  CREATE INDEX learned_changed ON learned (bank, changed);
  ${record(
    'edge',
    `source text NOT NULL, target text NOT NULL, family text NOT NULL, weight double precision NOT NULL, evidence text,`,
  )}
  CREATE INDEX edge_source ON edge (bank, source, weight);
  CREATE INDEX edge_target ON edge (bank, target, weight);
  CREATE TABLE journal_before (
    bank integer NOT NULL, sequence bigint NOT NULL, kind text NOT NULL, id text COLLATE "C" NOT NULL, image text,
    PRIMARY KEY (bank, sequence, kind, id)
  );
  CREATE INDEX journal_before_id ON journal_before (bank, kind, id, sequence);
  CREATE TABLE removed (
    bank integer NOT NULL, kind text NOT NULL, id text COLLATE "C" NOT NULL, taken bigint NOT NULL, num bigint NOT NULL,
    created bigint NOT NULL, record text NOT NULL, PRIMARY KEY (bank, kind, id, taken)
  );
  CREATE INDEX removed_created ON removed (bank, created);
  CREATE TABLE claim (
    bank integer NOT NULL, memory text NOT NULL, lead text NOT NULL, key text NOT NULL, claim text NOT NULL, digest text NOT NULL,
    PRIMARY KEY (bank, memory, digest)
  );
  CREATE INDEX claim_lead ON claim (bank, lead);
  CREATE TABLE embedding (
    bank integer NOT NULL, memory bigint NOT NULL, space text NOT NULL, encoder text NOT NULL, vector bytea NOT NULL,
    PRIMARY KEY (bank, memory, space, encoder)
  );
  ALTER TABLE embedding ALTER COLUMN vector SET STORAGE EXTERNAL;
  CREATE TABLE usage (
    bank integer NOT NULL, memory bigint NOT NULL, access_count bigint NOT NULL, last_accessed_at bigint NOT NULL,
    PRIMARY KEY (bank, memory)
  );
  CREATE TABLE vault (
    bank integer NOT NULL, token text NOT NULL, kind text NOT NULL, print text NOT NULL, sealed text NOT NULL,
    PRIMARY KEY (bank, token)
  );
  CREATE UNIQUE INDEX vault_print ON vault (bank, kind, print);
  CREATE TABLE recall_log (
    bank integer NOT NULL, id text NOT NULL, num bigint GENERATED ALWAYS AS IDENTITY, record text NOT NULL, PRIMARY KEY (bank, id)
  );
  CREATE INDEX recall_log_num ON recall_log (bank, num);
  CREATE TABLE purpose_sample (
    bank integer NOT NULL, at bigint NOT NULL, basis text NOT NULL, alignment double precision NOT NULL, memories bigint NOT NULL
  );
  CREATE INDEX purpose_sample_at ON purpose_sample (bank, at);
  CREATE TABLE working_memory (
    bank integer NOT NULL, session text COLLATE "C" NOT NULL, changed_at bigint NOT NULL, data text NOT NULL,
    PRIMARY KEY (bank, session)
  );
  CREATE TABLE job (bank integer NOT NULL, name text NOT NULL, state text NOT NULL, PRIMARY KEY (bank, name));
  CREATE TABLE snapshot (bank integer PRIMARY KEY, sequence bigint NOT NULL, format text NOT NULL);
  CREATE TABLE snapshot_part (bank integer NOT NULL, part text NOT NULL, data bytea NOT NULL, PRIMARY KEY (bank, part));
  ALTER TABLE snapshot_part ALTER COLUMN data SET STORAGE EXTERNAL;
  CREATE TABLE unfinished_erasure (bank integer PRIMARY KEY, sequence bigint NOT NULL, since bigint NOT NULL);
  CREATE TABLE api_key (id text PRIMARY KEY, created_at bigint NOT NULL, record text NOT NULL);
  CREATE TABLE reply (
    owner text NOT NULL, key text NOT NULL, request text NOT NULL, status integer NOT NULL, body text NOT NULL, at bigint NOT NULL,
    PRIMARY KEY (owner, key)
  );
  CREATE INDEX reply_at ON reply (at);
  ${WALLS}
  `,
  // Current memories that expire, ordered by time: the expiry tag is the first tag of its memory.
  `
  CREATE INDEX memory_expiry ON memory (bank, (tags->>0) COLLATE "C")
    WHERE retracted_at IS NULL AND (tags->>0) COLLATE "C" >= 'mneme:expires:' AND (tags->>0) COLLATE "C" < 'mneme:expires;';
  `,
  // A fork reads the rows of one other bank, named by its transaction, and writes none of them.
  BANK_TABLES.map(
    (table) => `
  CREATE POLICY read_forked ON ${table} FOR SELECT
    USING (bank = nullif(current_setting('mneme.forked', true), '')::integer);`,
  ).join(''),
  // Samples of how well memories served a bank's purpose; no longer used.
  'DROP TABLE IF EXISTS purpose_sample',
  // Keys say who reads what is answered to them, which an older version would not heed.
  `
  UPDATE api_key SET record = (record::jsonb || '{"recipient": null}')::text WHERE NOT record::jsonb ? 'recipient';
  `,
];

const STORE_VERSION = MIGRATIONS.length;
/** Advisory lock held while creating or migrating a schema, by one process per server at a time. */
const MIGRATING = 0x6d6e_656d;

const LONGEST_LOCK_WAIT_MS = 1_000;

/**
 * Creates or migrates the schema while others use it; idempotent. A migration must leave the statements of the version
 * before it working, as instances of that version serve until they are replaced. Refuses a foreign schema and one of a newer Mneme, without changing it.
 */
export async function migrate(
  session: Session,
  { schema, shown }: StoreAddress,
  { readOnly, mustExist }: { readonly readOnly: boolean; readonly mustExist: boolean },
): Promise<void> {
  const version = await storeVersion(session, schema);
  assertKnown(version, shown);
  if (version === STORE_VERSION) return;
  if (version === 0 && (readOnly || mustExist))
    throw new MnemeError('not_found', `${shown} holds no memory yet.`, {
      field: 'store',
      value: shown,
      hint: 'Look at the address and its ?schema=…; the first `mneme remember --store …` founds one.',
    });
  if (readOnly)
    throw new MnemeError(
      'read_only',
      `${shown} needs an upgrade from version ${version} to ${STORE_VERSION} and is open only to read.`,
      { field: 'store', value: shown, hint: 'Open it once with write access.' },
    );
  // Whoever waits for a table holds up all who come after: rather give way, and try again.
  await session.script('BEGIN; SET LOCAL lock_timeout = 0');
  try {
    await session.all('SELECT pg_advisory_xact_lock($1)', [MIGRATING]);
    await session.script(`SET LOCAL lock_timeout = ${LONGEST_LOCK_WAIT_MS}`);
    await session.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    // Another process may have migrated while we waited.
    const now = await storeVersion(session, schema);
    assertKnown(now, shown);
    if (now === 0) await createSchema(session, shown);
    for (const statements of MIGRATIONS.slice(now)) await session.script(statements);
    await session.run('UPDATE store SET version = $1', [STORE_VERSION]);
    await session.script('COMMIT');
  } catch (error) {
    await session.script('ROLLBACK');
    throw error;
  }
}

async function createSchema(session: Session, shown: string): Promise<void> {
  const { n } = (await session.first<{ n: number }>(
    'SELECT count(*) AS n FROM pg_class WHERE relnamespace = current_schema()::regnamespace',
  )) as { n: number };
  if (n > 0)
    throw new MnemeError(
      'not_a_bank',
      `${shown}: there are tables in this schema that are not of Mneme.`,
      {
        field: 'store',
        value: shown,
        hint: 'Give a schema of its own with ?schema=NAME.',
      },
    );
  await session.script(
    'CREATE TABLE store (version integer NOT NULL); INSERT INTO store VALUES (0)',
  );
}

/** Throws `newer_version` if a newer Mneme has migrated the schema since it was opened. */
export async function assertNotNewer(
  session: Session,
  { schema, shown }: StoreAddress,
): Promise<void> {
  assertKnown(await storeVersion(session, schema), shown);
}

function assertKnown(version: number, shown: string): void {
  if (version <= STORE_VERSION) return;
  throw new MnemeError(
    'newer_version',
    `${shown} was written by a newer Mneme (store version ${version}; this one knows ${STORE_VERSION}).`,
    { field: 'store', value: shown, hint: 'Upgrade Mneme: `npm install mneme@latest`.' },
  );
}

/** 0 if the schema has no tables of ours. */
async function storeVersion(session: Session, schema: string): Promise<number> {
  const there = await session.first<{ oid: number | null }>(
    "SELECT to_regclass(format('%I.store', $1::text))::oid AS oid",
    [schema],
  );
  if (there?.oid === null || there === undefined) return 0;
  try {
    const row = await session.first<{ version: number }>('SELECT version FROM store');
    return row?.version ?? 0;
  } catch (error) {
    // A foreign table of that name.
    if (codeOf(error) === '42703') return 0;
    throw error;
  }
}
