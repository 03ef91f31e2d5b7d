import type { Edge } from '../../../domain/graph.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { StoreAccess, StoreCare } from '../../../ports/store-care.js';
import type { StoreDerived } from '../../../ports/store-derived.js';
import type { StoreJournal, StoreRecords } from '../../../ports/store-records.js';
import {
  findApiKey,
  findReply,
  findSealed,
  hasApiKeys,
  lastSealed,
  readApiKeys,
  writeApiKey,
  writeReply,
} from './access.js';
import { allBanks, bankFromRow, countBank, findBank, foundBank, noBank } from './banks.js';
import { putDerived } from './commit.js';
import {
  dropSnapshot,
  readJob,
  readRecall,
  readSnapshot,
  readUsage,
  readWorkingMemory,
  reviseJob,
  reviseWorkingMemory,
  writeRecalls,
  writeSnapshot,
  writeUsage,
} from './derived.js';
import type { Database, Dialect } from './dialect.js';
import { indexPart, pageEnd } from './index-rows.js';
import { findChanges, findTouchedMemories, journalSince, readChangeRecord } from './journal.js';
import { countMissing, loadBank } from './load.js';
import { findFormerEdges } from './past.js';
import { placed, raw, type Query } from './query.js';
import * as read from './read.js';
import { claimsOfMemories, findClaims, findConflicts, findLearned, readVotes } from './records.js';

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
    putSnapshot: (bank, head, parts) =>
      db.write(bank, ({ num }) => writeSnapshot(num, head, parts)),
    usage: (bank, ids) => db.read(bank, (num) => readUsage(num, ids)),
    recordUsage: (bank, used, at, noted) =>
      db.write(bank, function* ({ num }) {
        yield* writeUsage(num, used, at);
        if (noted !== undefined) yield* writeRecalls(num, noted.recalls, noted.keep, recalls);
      }),
    recallRecord: (bank, id) => db.read(bank, (num) => readRecall(num, id, recalls)),
    workingMemory: (bank, session) => db.read(bank, (num) => readWorkingMemory(num, session)),
    reviseWorkingMemory: (bank, session, revise) =>
      db.write(bank, ({ num }) => reviseWorkingMemory(num, session, revise)),
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
      return there === null ? db.writeFile(() => foundBank(name, encoder, at)) : bankFromRow(there);
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
