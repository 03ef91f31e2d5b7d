import type { BankName, MemoryId } from '../../../../domain/ids.js';
import type { Memory } from '../../../../domain/memory.js';
import type { Instant } from '../../../../domain/time.js';
import type { Steps } from '../../../../domain/turns.js';
import type { StoreRecords } from '../../../../ports/store-records.js';
import { claimsOfMemories, findClaims, findConflicts } from '../conflicts.js';
import type { Connection } from '../connection.js';
import { readVotes } from '../feedback.js';
import { findLearned } from '../learned.js';
import * as read from '../read.js';
import { streamEdges } from '../streams.js';
import { findSealed, lastSealed } from '../vault.js';
import { readingBanks } from './bank-of.js';

/** Memories that are read without a rest. */
const AT_ONCE = 200;

function* getInSteps(
  connection: Connection,
  bank: BankName,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Steps<Memory[]> {
  const found: Memory[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const num = read.bankNumber(connection, bank);
    found.push(...read.getMemories(connection, num, ids.slice(at, at + AT_ONCE), asOf));
    yield;
  }
  return found;
}

export function recordsPart(connection: Connection): StoreRecords {
  const reading = readingBanks(connection);
  return {
    get: async (bank, ids, asOf) => {
      if (ids.length <= AT_ONCE)
        return reading(bank, (num) => read.getMemories(connection, num, ids, asOf));
      return connection.readInTurns(bank, () => getInSteps(connection, bank, ids, asOf));
    },
    findByHash: (bank, hashes) => reading(bank, (num) => read.findByHash(connection, num, hashes)),
    find: (bank, filter, limit, after) =>
      reading(bank, (num) => read.findPage(connection, num, filter, limit, after)),
    expired: (bank, until, limit) =>
      reading(bank, (num) => read.findExpired(connection, num, until, limit)),
    entities: (bank, ids) =>
      reading(bank, (num) => read.someOf(connection, 'entity', num, ids, 'ORDER BY num')),
    allEntities: (bank) => reading(bank, (num) => read.allOf(connection, 'entity', num, 'num')),
    contexts: (bank, ids) => reading(bank, (num) => read.someOf(connection, 'context', num, ids)),
    sessions: (bank) =>
      reading(bank, (num) => read.allOf(connection, 'session', num, 'started_at, id')),
    goals: (bank, asOf) => reading(bank, (num) => read.readGoals(connection, num, asOf)),
    claims: (bank, keys, limit) => reading(bank, (num) => findClaims(connection, num, keys, limit)),
    claimsOf: (bank, memories) =>
      reading(bank, (num) => claimsOfMemories(connection, num, memories)),
    conflicts: (bank, query, limit, after) =>
      reading(bank, (num) => findConflicts(connection, num, query, limit, after)),
    votes: (bank, query = {}) => reading(bank, (num) => readVotes(connection, num, query)),
    learned: (bank, query) => reading(bank, (num) => findLearned(connection, num, query)),
    sealed: (bank, query) => reading(bank, (num) => findSealed(connection, num, query)),
    lastSealed: (bank, kinds) => reading(bank, (num) => lastSealed(connection, num, kinds)),
    neighbours: (bank, ids, families, limit) =>
      reading(bank, (num) => read.findNeighbours(connection, num, ids, families, limit)),
    edges: (bank) => streamEdges(connection, bank),
  };
}
