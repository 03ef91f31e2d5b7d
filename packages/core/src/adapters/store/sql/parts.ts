import type { Edge } from '../../../domain/graph.js';
import type { BankName } from '../../../domain/ids.js';
import type { StoreAccess } from '../../../ports/store-care.js';
import type { StoreDerived } from '../../../ports/store-derived.js';
import type { StoreRecords } from '../../../ports/store-records.js';
import { findApiKey, hasApiKeys, readApiKeys, writeApiKey } from './api-keys.js';
import { claimsOfMemories, findConflicts } from './conflicts.js';
import type { Database } from './database.js';
import { filterSql } from './filter-sql.js';
import { indexPart } from './index-rows.js';
import { readJob, reviseJob } from './jobs.js';
import { findLearned } from './learned.js';
import { placed } from './query.js';
import * as read from './read.js';
import { readRecall, writeRecalls } from './recalls.js';
import { findReply, writeReply } from './replies.js';
import { readSnapshot, writeSnapshot } from './snapshots.js';
import { readUsage, writeUsage } from './usage.js';
import { findSealed, lastSealed } from './vault.js';
import { readVotes } from './votes.js';
import { readWorkingMemory, reviseWorkingMemory } from './working-memories.js';

/** What every store of SQL reads of records alike. */
export function recordsPart(db: Database): Omit<StoreRecords, 'get' | 'claims' | 'neighbours'> {
  const { filters, leadOf } = db.dialect;
  return {
    findByHash: (bank, hashes) => db.read(bank, (num) => read.findByHash(num, hashes)),
    find: (bank, filter, limit, after) =>
      db.read(bank, (num) =>
        read.findPage(num, filterSql(num, filter, filters), filter, limit, after),
      ),
    expired: (bank, until, limit) => db.read(bank, (num) => read.findExpired(num, until, limit)),
    entities: (bank, ids) => db.read(bank, (num) => read.someOf('entity', num, ids)),
    allEntities: (bank) => db.read(bank, (num) => read.allOf('entity', num)),
    contexts: (bank, ids) => db.read(bank, (num) => read.someOf('context', num, ids)),
    sessions: async (bank) => {
      const found = await db.read(bank, (num) => read.allOf('session', num));
      return found.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
    },
    goals: (bank, asOf) => db.read(bank, (num) => read.readGoals(num, asOf)),
    claimsOf: (bank, memories) => db.read(bank, (num) => claimsOfMemories(num, memories)),
    conflicts: (bank, query, limit, after) =>
      db.read(bank, (num) => findConflicts(num, query, limit, after)),
    votes: (bank, query = {}) => db.read(bank, (num) => readVotes(num, query)),
    learned: (bank, query) => db.read(bank, (num) => findLearned(num, query, leadOf)),
    sealed: (bank, query) => db.read(bank, (num) => findSealed(num, query)),
    lastSealed: (bank, kinds) => db.read(bank, (num) => lastSealed(num, kinds)),
    edges: (bank) => streamEdges(db, bank),
  };
}

/** Links that are read at once. */
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

type OfOneStore = 'dropVectors' | 'putDerived' | 'snapshotParts';

export function derivedPart(db: Database): Omit<StoreDerived, OfOneStore> {
  const { recalls } = db.dialect;
  return {
    ...indexPart(db),
    withoutVector: (bank, space, encoder, limit, after) =>
      db.read(bank, (num) => read.findWithoutVector(num, [space, encoder], limit, after)),
    snapshot: (bank) => db.read(bank, readSnapshot),
    putSnapshot: (bank, head, parts) => db.write(bank, (num) => writeSnapshot(num, head, parts)),
    usage: (bank, ids) => db.read(bank, (num) => readUsage(num, ids)),
    recordUsage: (bank, used, at, noted) =>
      db.write(bank, function* (num) {
        yield* writeUsage(num, used, at);
        if (noted !== undefined) yield* writeRecalls(num, noted.recalls, noted.keep, recalls);
      }),
    recallRecord: (bank, id) => db.read(bank, (num) => readRecall(num, id, recalls)),
    workingMemory: (bank, session) => db.read(bank, (num) => readWorkingMemory(num, session)),
    reviseWorkingMemory: (bank, session, revise) =>
      db.write(bank, (num) => reviseWorkingMemory(num, session, revise)),
    job: (bank, name) => db.read(bank, (num) => readJob(num, name)),
    reviseJob: (bank, name, revise) => db.write(bank, (num) => reviseJob(num, name, revise)),
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
