import type { StoreRecords } from '../../../../ports/store-records.js';
import { claimsOfMemories, findClaims, findConflicts } from '../conflicts.js';
import type { Connection } from '../connection.js';
import { readVotes } from '../feedback.js';
import { findLearned } from '../learned.js';
import * as read from '../read.js';
import { allOf, someOf } from '../rows.js';
import { streamEdges } from '../streams.js';
import { findSealed, lastSealed } from '../vault.js';

export function recordsPart(connection: Connection): StoreRecords {
  const reading = connection.readBank.bind(connection);
  return {
    get: (name, ids, asOf) =>
      reading(name, (session, bank) => read.getMemories(session, bank, ids, asOf)),
    findByHash: (name, hashes) =>
      reading(name, (session, bank) => read.findByHash(session, bank, hashes)),
    find: (name, filter, limit, after) =>
      reading(name, (session, bank) => read.findPage(session, bank, filter, limit, after)),
    expired: (name, until, limit) =>
      reading(name, (session, bank) => read.findExpired(session, bank, until, limit)),
    entities: (name, ids) => reading(name, (session, bank) => someOf(session, bank, 'entity', ids)),
    allEntities: (name) => reading(name, (session, bank) => allOf(session, bank, 'entity')),
    contexts: (name, ids) =>
      reading(name, (session, bank) => someOf(session, bank, 'context', ids)),
    sessions: async (name) => {
      const found = await reading(name, (session, bank) => allOf(session, bank, 'session'));
      return found.sort(
        (one, other) => one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1),
      );
    },
    goals: (name, asOf) => reading(name, (session, bank) => read.readGoals(session, bank, asOf)),
    claims: (name, keys, limit) =>
      reading(name, (session, bank) => findClaims(session, bank, keys, limit)),
    claimsOf: (name, memories) =>
      reading(name, (session, bank) => claimsOfMemories(session, bank, memories)),
    conflicts: (name, query, limit, after) =>
      reading(name, (session, bank) => findConflicts(session, bank, query, limit, after)),
    votes: (name, query = {}) => reading(name, (session, bank) => readVotes(session, bank, query)),
    learned: (name, query) => reading(name, (session, bank) => findLearned(session, bank, query)),
    sealed: (name, query) => reading(name, (session, bank) => findSealed(session, bank, query)),
    lastSealed: (name, kinds) => reading(name, (session, bank) => lastSealed(session, bank, kinds)),
    neighbours: (name, ids, families, limit) =>
      reading(name, (session, bank) => read.findNeighbours(session, bank, ids, families, limit)),
    edges: (name) => streamEdges(connection, name),
  };
}
