import { allBanks, bankFromRow, countBank, createBank, findBank, noBank } from './banks.js';
import { claimRequest, putDerived } from './commit.js';
import {
  beginSnapshot,
  dropSnapshot,
  putSnapshot,
  putSnapshotPart,
  indexPart,
  pageEnd,
  readJob,
  readRecall,
  readSnapshot,
  readUsage,
  readWorkingMemory,
  reviseJob,
  reviseWorkingMemory,
  writeRecalls,
  writeUsage,
} from './derived.js';
import { type Database, type Dialect, filterSql, type Layout } from './dialect.js';
import { findChanges, findTouchedMemories, journalSince, readChangeRecord } from './journal.js';
import { countMissing, loadBank } from './load.js';
import { placed, type Query, raw, records, rows, run } from './query.js';
import * as read from './read.js';
import {
  claimsOfMemories,
  currentAt,
  findClaims,
  findConflicts,
  findFormerEdges,
  findLearned,
  readVotes,
} from './read.js';
import type { ApiKey, Reply } from '../../../domain/access.js';
import type { Edge } from '../../../domain/graph.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { Instant } from '../../../domain/time.js';
import type { StoreDerived } from '../../../ports/store-derived.js';
import type { Hit, StoreJournal, StoreRecords, StoreSearch } from '../../../ports/store-records.js';
import type { Filter, SealedQuery, StoreAccess, StoreCare } from '../../../ports/store.js';

type KeyColumns = Layout<ApiKey>;

export function* readApiKeys({ names, read }: KeyColumns): Query<ApiKey[]> {
  const keys = yield* rows<object>(
    'api_key',
    null,
    `SELECT id, ${names.join(', ')} FROM api_key ORDER BY created_at, id`,
  );
  return keys.map(read);
}

export function* findApiKey(id: string, { names, read }: KeyColumns): Query<ApiKey | null> {
  const [key] = yield* rows<object>(
    'api_key',
    null,
    `SELECT id, ${names.join(', ')} FROM api_key WHERE id = ?`,
    id,
  );
  return key === undefined ? null : read(key);
}

export function* hasApiKeys(): Query<boolean> {
  return (yield* rows('api_key', null, 'SELECT id FROM api_key LIMIT 1')).length > 0;
}

export function* writeApiKey(key: ApiKey, { names, values }: KeyColumns): Query<void> {
  yield* run(
    `INSERT INTO api_key (id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
     ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...[key.id, ...values(key)],
  );
}

export function* findReply(owner: string, key: string): Query<Reply | null> {
  const [reply] = yield* rows<Reply>(
    'reply',
    null,
    'SELECT owner, key, request, status, body, at FROM reply WHERE owner = ? AND key = ?',
    ...[owner, key],
  );
  return reply ?? null;
}

/** Deletes replies from before `since`. */
export function* writeReply(
  { owner, key, request, status, body, at }: Reply,
  since: Instant,
): Query<void> {
  yield* run('DELETE FROM reply WHERE at < ?', since);
  yield* run(
    `INSERT INTO reply (owner, key, request, status, body, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body, at = excluded.at`,
    ...[owner, key, request, status, body, at],
  );
}

const SEALED = 'SELECT token, kind, print, sealed FROM vault WHERE bank = ? AND';

/** In the order of the query. */
export function* findSealed(bank: number, query: SealedQuery): Query<SealedValue[]> {
  const found: SealedValue[] = [];
  for (const [column, asked = []] of [
    ['token', query.tokens],
    ['print', query.prints],
    ['kind', query.kinds],
  ] as const) {
    if (asked.length === 0) continue;
    const values = yield* rows<SealedValue>(
      'vault',
      bank,
      `${SEALED} ${column} IN ? ORDER BY token`,
      ...[bank, asked],
    );
    for (const each of asked) found.push(...values.filter((value) => value[column] === each));
  }
  return found;
}

/** The highest token number of each kind; lower ones may have been erased. */
export function* lastSealed(bank: number, kinds: readonly string[]): Query<Map<string, number>> {
  const last = yield* rows<{ kind: string; n: number }>(
    'vault',
    bank,
    'SELECT kind, max({tokenNumber}) AS n FROM vault WHERE bank = ? AND kind IN ? GROUP BY kind',
    ...[bank, kinds],
  );
  return new Map(last.map(({ kind, n }) => [kind, n]));
}

/** The reads of records that all SQL stores share. */
export function recordsPart(db: Database): StoreRecords {
  const { dialect } = db;
  return {
    get: (bank, ids, asOf) =>
      ids.length <= AT_ONCE
        ? db.read(bank, (num) => read.getMemories(dialect, num, ids, asOf))
        : db.readLong(bank, (num) => getMany(dialect, num, ids, asOf)),
    findByHash: (bank, hashes) => db.read(bank, (num) => read.findByHash(num, hashes)),
    find: (bank, filter, limit, after) =>
      db.read(bank, (num) => read.findPage(dialect, num, filter, limit, after)),
    expired: (bank, until, limit) => db.read(bank, (num) => read.findExpired(num, until, limit)),
    entities: (bank, ids) => db.read(bank, (num) => read.someOf('entity', num, ids)),
    allEntities: (bank) => db.read(bank, (num) => read.allOf('entity', num)),
    contexts: (bank, ids) => db.read(bank, (num) => read.someOf('context', num, ids)),
    sessions: async (bank) => {
      const found = await db.read(bank, (num) => read.allOf('session', num));
      return found.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
    },
    goals: (bank, asOf) => db.read(bank, (num) => read.readGoals(dialect, num, asOf)),
    claims: (bank, keys, limit) => db.read(bank, (num) => findClaims(dialect, num, keys, limit)),
    claimsOf: (bank, memories) => db.read(bank, (num) => claimsOfMemories(num, memories)),
    conflicts: (bank, query, limit, after) =>
      db.read(bank, (num) => findConflicts(num, query, limit, after)),
    votes: (bank, query = {}) => db.read(bank, (num) => readVotes(dialect, num, query)),
    learned: (bank, query) => db.read(bank, (num) => findLearned(dialect, num, query)),
    sealed: (bank, query) => db.read(bank, (num) => findSealed(num, query)),
    lastSealed: (bank, kinds) => db.read(bank, (num) => lastSealed(num, kinds)),
    neighbours: (bank, ids, families, limit) =>
      db.read(bank, (num) => read.findNeighbours(dialect, num, ids, families, limit)),
    edges: (bank) => streamEdges(db, bank),
  };
}

/** Memories read without yielding to other work. */
const AT_ONCE = 1_000;

function* getMany(
  dialect: Dialect,
  bank: number,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Query<Memory[]> {
  const found: Memory[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    found.push(...(yield* read.getMemories(dialect, bank, ids.slice(at, at + AT_ONCE), asOf)));
  return found;
}

/** Edges read per page. */
const EDGE_PAGE = 2_000;

async function* streamEdges(db: Database, bank: BankName): AsyncIterable<readonly Edge[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const found = await db.read(bank, (num) =>
      placed(
        'edge',
        num,
        'edge WHERE {unindexed}bank = ? AND num > ? ORDER BY num LIMIT ?',
        ...[num, after ?? 0, EDGE_PAGE],
      ),
    );
    if (found.length > 0) yield found.flatMap(({ record }) => record ?? []);
    after = found.at(-1)?.num;
  }
}

/** All but `snapshotParts`, which SQLite streams and PostgreSQL fetches at once. */
export function derivedPart(db: Database): Omit<StoreDerived, 'snapshotParts'> {
  const { recalls } = db.dialect;
  return {
    ...indexPart(db),
    withoutVector: (bank, space, encoder, limit, after) =>
      db.read(bank, (num) => read.findWithoutVector(num, [space, encoder], limit, after)),
    dropVectors: (bank, space, keep) => dropVectors(db, bank, [space, keep]),
    putDerived: (bank, embeddings, readings) =>
      db.write(bank, function* ({ num, encoder }) {
        yield* putDerived(num, { readings, embeddings });
        // A snapshot contains words, codes of other spaces, and vectors of the bank's current encoder.
        if (readings.length > 0 || !embeddings.every((item) => read.waits(item, encoder)))
          yield* dropSnapshot(num);
      }),
    snapshot: (bank) => db.read(bank, readSnapshot),
    beginSnapshot: (bank, head) => db.write(bank, ({ num }) => beginSnapshot(num, head)),
    putSnapshotPart: (bank, begun, part, data) =>
      db.write(bank, ({ num }) => putSnapshotPart(num, begun, part, data)),
    putSnapshot: (bank, begun, parts) =>
      db.write(bank, ({ num }) => putSnapshot(num, begun, parts)),
    usage: (bank, ids) => db.read(bank, (num) => readUsage(num, ids)),
    recordUsage: (bank, used, at, noted) =>
      db.write(bank, function* ({ num }) {
        yield* writeUsage(num, used, at);
        if (noted !== undefined) yield* writeRecalls(num, noted.recalls, noted.keep, recalls);
      }),
    recallRecord: (bank, id) => db.read(bank, (num) => readRecall(num, id, recalls)),
    workingMemory: (bank, session) => db.read(bank, (num) => readWorkingMemory(num, session)),
    reviseWorkingMemory: (bank, session, revise) =>
      db.write(bank, function* ({ num }) {
        yield* claimRequest();
        return yield* reviseWorkingMemory(num, session, revise);
      }),
    job: (bank, name) => db.read(bank, (num) => readJob(num, name)),
    reviseJob: (bank, name, revise) => db.write(bank, ({ num }) => reviseJob(num, name, revise)),
  };
}

/** Memories whose vectors are dropped per transaction, so that other writers can run in between. */
const DROPPED_AT_ONCE = 5_000;

async function dropVectors(
  db: Database,
  bank: BankName,
  which: readonly [space: string, keep: string],
): Promise<number> {
  let dropped = 0;
  for (let after = 0; ;) {
    const from = after;
    const last = await db.read(bank, (num) => pageEnd(num, from, DROPPED_AT_ONCE));
    if (last === null) return dropped;
    dropped += await db.write(bank, ({ num }) => read.dropVectors(num, which, [from, last]));
    after = last;
  }
}

/** All but `commit`. */
export function journalPart(db: Database): Omit<StoreJournal, 'commit'> {
  const { dialect } = db;
  return {
    banks: async () => (await db.readBanks(null, allBanks)).map(bankFromRow),
    bank: async (name) => {
      const row = await db.readBanks(name, () => findBank(name));
      return row === null ? null : bankFromRow(row);
    },
    ensureBank: async (name, encoder, at) => {
      const there = await db.readFile(() => findBank(name));
      return there === null
        ? db.writeFile(() => createBank(name, encoder, at))
        : bankFromRow(there);
    },
    since: (bank, sequence, limit, createdAt) =>
      db.readRow(bank, (row) => {
        if (row.created_at !== (createdAt ?? row.created_at)) throw noBank(bank);
        return journalSince(dialect, row, sequence, limit);
      }),
    journal: (bank, query, limit) =>
      db.readRow(bank, (row) => findChanges(dialect, row, query, limit)),
    changeRecord: (bank, sequence) =>
      db.readRow(bank, (row) => readChangeRecord(dialect, row, sequence)),
    touchedMemories: (bank, from, to, limit, after) =>
      db.read(bank, (num) => findTouchedMemories(num, [from, to], limit, after)),
    formerEdges: (bank, edges) => db.read(bank, (num) => findFormerEdges(dialect, num, edges)),
  };
}

type CommonCare = 'counts' | 'loadBank' | 'missing' | 'unfinishedErasure';

export function carePart(db: Database): Pick<StoreCare, CommonCare> {
  return {
    counts: (bank) => db.read(bank, countBank),
    loadBank: (bank, head) => loadBank(db, bank, head),
    missing: (bank, records) => db.read(bank, (num) => countMissing(db.dialect, num, records)),
    unfinishedErasure: (bank) =>
      db.read(bank, function* (num) {
        const asked = 'SELECT since FROM unfinished_erasure WHERE bank = ?';
        return (yield* raw<{ since: Instant }>(asked, num))[0]?.since ?? null;
      }),
  };
}

export function accessPart(db: Database): StoreAccess {
  const { keys } = db.dialect;
  return {
    apiKeys: () => db.readFile(() => readApiKeys(keys)),
    apiKey: (id) => db.readFile(() => findApiKey(id, keys)),
    hasApiKeys: () => db.readFile(hasApiKeys),
    putApiKey: (key) => db.writeFile(() => writeApiKey(key, keys)),
    reply: (owner, key) => db.readFile(() => findReply(owner, key)),
    keepReply: (reply, since) => db.writeFile(() => writeReply(reply, since)),
  };
}

/** Full text by BM25, vectors by an exact scan: always correct, and the reference for fast indexes. */
export function searchPart(db: Database): StoreSearch {
  const { filters, search } = db.dialect;
  return {
    lexical: (bank, query, filter, k) =>
      db.read(bank, function* (num) {
        const condition = filterSql(num, filter, filters);
        const hits = yield* search.byWords(num, query, condition, mostRows(filter, k));
        return yield* bestCurrent(db.dialect, num, filter, hits, k);
      }),
    nearest: (bank, space, encoder, vector, filter, k) =>
      db.read(bank, function* (num) {
        const { sql, values } = filterSql(num, filter, filters);
        const found = yield* rows<{ id: MemoryId; vector: Uint8Array }>(
          'embedding',
          num,
          `SELECT m.id, x.vector FROM memory m JOIN embedding x ON {vectorOf}
           WHERE ${sql} AND x.space = ? AND x.encoder = ? ORDER BY m.num`,
          ...[...values, space, encoder],
        );
        const hits = found.flatMap((row) => {
          const code = search.codeOf(num, row.id, [space, encoder], row.vector);
          return code === null ? [] : [{ id: row.id, score: codeCosine(vector, code) }];
        });
        const best = hits.sort((one, other) => other.score - one.score);
        return yield* bestCurrent(db.dialect, num, filter, best, k);
      }),
    between: (bank, from, to, filter, k) =>
      db.read(bank, (num) => between(num, { ...filter, occurred: { from, to } }, k, db)),
  };
}

function* between(bank: number, filter: Filter, k: number, { dialect }: Database): Query<Memory[]> {
  const { sql, values } = filterSql(bank, filter, dialect.filters);
  const found = yield* records(
    'memory',
    bank,
    `memory m WHERE ${sql} ORDER BY m.occurred_from DESC, m.num DESC LIMIT ?`,
    ...[...values, mostRows(filter, k)],
  );
  if (filter.asOf === undefined) return found;
  const ids = found.map(({ id }) => id);
  return (yield* currentAt(dialect, bank, ids, filter.asOf)).slice(0, k);
}

/** Number of memories whose past state is read per query. */
const HITS_PER_QUERY = 200;

/**
 * With `asOf`, memories that were not current then are dropped afterwards, so all matches are needed: otherwise they
 * would take the place of others.
 */
function mostRows({ asOf }: Filter, k: number): number {
  return asOf === undefined ? k : Number.MAX_SAFE_INTEGER;
}

/** The best `k`; with `asOf`, of the memories that were current at that moment. */
function* bestCurrent(
  dialect: Dialect,
  bank: number,
  { asOf }: Filter,
  hits: readonly Hit[],
  k: number,
): Query<Hit[]> {
  if (asOf === undefined) return hits.slice(0, k);
  const held: Hit[] = [];
  for (let at = 0; at < hits.length && held.length < k; at += HITS_PER_QUERY) {
    const some = hits.slice(at, at + HITS_PER_QUERY);
    const then = yield* currentAt(
      dialect,
      bank,
      some.map(({ id }) => id),
      asOf,
    );
    const there = new Set(then.map(({ id }) => id));
    held.push(...some.filter(({ id }) => there.has(id)));
  }
  return held.slice(0, k);
}

/** Cosine of two stored vectors; 0 if either is all zeros. */
export function codeCosine(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let index = 0; index < a.length; index++) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
