import type { BankName } from '../../../domain/ids.js';
import type { Store } from '../../../ports/store.js';
import * as access from './access.js';
import { copyStore } from './backup.js';
import { checkStore, rebuildStore } from './check.js';
import { applyChange, putEmbedding, putReading } from './commit.js';
import { claimsOfMemories, findClaims, findConflicts } from './conflicts.js';
import type { Connection } from './connection.js';
import { findBytes } from './find-bytes.js';
import { journalSince } from './journal-entries.js';
import { findChanges, findFormerEdges, findTouchedMemories, readChangeRecord } from './journal.js';
import { readRecall, readVotes, writeRecalls } from './feedback.js';
import { findLearned } from './learned.js';
import { exportBank } from './export-bank.js';
import { countMissing, loadBank } from './load-bank.js';
import { mendStore } from './mend.js';
import { countBank } from './counts.js';
import { connect, type SqliteStoreOptions } from './connect.js';
import type { DriverName } from './open-database.js';
import { readWorkingMemory, reviseWorkingMemory } from './working-memories.js';
import { readPurposeSamples, writePurposeSamples } from './purpose-samples.js';
import * as read from './read.js';
import {
  contextFromRow,
  entityFromRow,
  sessionFromRow,
  type ContextRow,
  type EntityRow,
  type SessionRow,
} from './rows.js';
import { createSearch } from './search.js';
import { scrub, unfinishedErasure } from './scrub.js';
import { streamCodes, streamEdges, streamIndexRows } from './streams.js';
import { dropSnapshot, readSnapshot, readSnapshotPart, writeSnapshot } from './snapshots.js';
import { findSealed, lastSealed } from './vault.js';
import { dropForeignVectors, findWithoutVector, waits } from './vectors.js';

export interface SqliteStore extends Store {
  readonly driver: DriverName;
  readonly path: string;
  /** Asked for, or since the file is a backup. */
  readonly readOnly: boolean;
}

/**
 * Opens (and founds) a bank file: WAL, full durability, one writer at a time, any number of readers, several processes.
 * Errors: `not_a_bank`, `newer_version`, `locked`, `read_only`, `not_found`, `unavailable`.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const connection = connect(options);
  return {
    driver: connection.database.driver,
    path: connection.path,
    readOnly: connection.database.readOnly,
    search: createSearch(connection),
    ...bankVerbs(connection),
    ...memoryVerbs(connection),
    ...graphVerbs(connection),
    ...truthVerbs(connection),
    ...vaultVerbs(connection),
    ...purposeVerbs(connection),
    ...sessionVerbs(connection),
    ...feedbackVerbs(connection),
    ...accessVerbs(connection),
    ...derivedVerbs(connection),
    ...upkeepVerbs(connection),
  };
}

type BankOf = (name: BankName) => number;
const bankOn =
  (connection: Connection): BankOf =>
  (name) =>
    read.bankNumber(connection, name);

function bankVerbs(connection: Connection): Pick<Store, 'banks' | 'bank' | 'ensureBank'> {
  return {
    banks: async () => connection.read(() => read.allBanks(connection).map(read.bankFromRow)),
    bank: async (name) =>
      connection.read(() => {
        const row = read.findBank(connection, name);
        return row === null ? null : read.bankFromRow(row);
      }),
    ensureBank: async (name, encoder, at) => {
      const there = connection.read(() => read.findBank(connection, name));
      if (there !== null) return read.bankFromRow(there);
      return connection.write(() => {
        connection
          .statement('INSERT OR IGNORE INTO bank (name, created_at, encoder) VALUES (?, ?, ?)')
          .run(name, at, encoder);
        return read.bankFromRow(read.bankRow(connection, name));
      });
    },
  };
}

function memoryVerbs(
  connection: Connection,
): Pick<
  Store,
  | 'commit'
  | 'since'
  | 'journal'
  | 'changeRecord'
  | 'touchedMemories'
  | 'get'
  | 'findByHash'
  | 'find'
> {
  const bankOf = bankOn(connection);
  return {
    commit: (change, commitOptions = {}) =>
      connection.write(() => applyChange(connection, change, commitOptions)),
    since: async (bank, sequence, limit) =>
      connection.read(() =>
        journalSince(connection, read.bankRow(connection, bank), sequence, limit),
      ),
    journal: async (bank, query, limit) =>
      connection.read(() => findChanges(connection, read.bankRow(connection, bank), query, limit)),
    changeRecord: async (bank, sequence) =>
      connection.read(() => readChangeRecord(connection, read.bankRow(connection, bank), sequence)),
    touchedMemories: async (bank, from, to, limit, after) =>
      connection.read(() =>
        findTouchedMemories(connection, bankOf(bank), [from, to], limit, after),
      ),
    get: async (bank, ids, asOf) =>
      connection.read(() => read.getMemories(connection, bankOf(bank), ids, asOf)),
    findByHash: async (bank, hashes) =>
      connection.read(() => {
        const num = bankOf(bank);
        const rows = read.selectIn<{ id: string }>(
          connection,
          (list) => `SELECT id FROM memory WHERE bank = ? AND hash IN (${list}) ORDER BY num`,
          [num],
          hashes,
        );
        return read.getMemories(
          connection,
          num,
          rows.map((row) => row.id as Parameters<Store['get']>[1][number]),
        );
      }),
    find: async (bank, filter, limit, after) =>
      connection.read(() => read.findPage(connection, bankOf(bank), filter, limit, after)),
  };
}

function graphVerbs(
  connection: Connection,
): Pick<
  Store,
  'entities' | 'allEntities' | 'contexts' | 'sessions' | 'neighbours' | 'formerEdges' | 'edges'
> {
  const bankOf = bankOn(connection);
  return {
    entities: async (bank, ids) =>
      connection.read(() =>
        read
          .soundIn<EntityRow>(connection, 'entity', bankOf(bank), ids, 'ORDER BY num')
          .map(entityFromRow),
      ),
    allEntities: async (bank) =>
      connection.read(() =>
        read.allOf<EntityRow>(connection, 'entity', bankOf(bank), 'num').map(entityFromRow),
      ),
    contexts: async (bank, ids) =>
      connection.read(() =>
        read.soundIn<ContextRow>(connection, 'context', bankOf(bank), ids).map(contextFromRow),
      ),
    sessions: async (bank) =>
      connection.read(() =>
        read
          .allOf<SessionRow>(connection, 'session', bankOf(bank), 'started_at, id')
          .map(sessionFromRow),
      ),
    neighbours: async (bank, ids, families, limit) =>
      connection.read(() => read.findNeighbours(connection, bankOf(bank), ids, families, limit)),
    formerEdges: async (bank, edges) =>
      connection.read(() => findFormerEdges(connection, bankOf(bank), edges)),
    edges: (bank) => streamEdges(connection, bankOf(bank)),
  };
}

function truthVerbs(
  connection: Connection,
): Pick<Store, 'claims' | 'claimsOf' | 'conflicts' | 'learned'> {
  const bankOf = bankOn(connection);
  return {
    claims: async (bank, keys, limit) =>
      connection.read(() => findClaims(connection, bankOf(bank), keys, limit)),
    claimsOf: async (bank, memories) =>
      connection.read(() => claimsOfMemories(connection, bankOf(bank), memories)),
    learned: async (bank, query) =>
      connection.read(() => findLearned(connection, bankOf(bank), query)),
    conflicts: async (bank, query, limit, after) =>
      connection.read(() => findConflicts(connection, bankOf(bank), query, limit, after)),
  };
}

function vaultVerbs(connection: Connection): Pick<Store, 'sealed' | 'lastSealed'> {
  const bankOf = bankOn(connection);
  return {
    sealed: async (bank, query) =>
      connection.read(() => findSealed(connection, bankOf(bank), query)),
    lastSealed: async (bank, kind) =>
      connection.read(() => lastSealed(connection, bankOf(bank), kind)),
  };
}

function purposeVerbs(
  connection: Connection,
): Pick<Store, 'goals' | 'purposeSamples' | 'recordPurpose'> {
  const bankOf = bankOn(connection);
  return {
    goals: async (bank, asOf) =>
      connection.read(() => read.readGoals(connection, bankOf(bank), asOf)),
    purposeSamples: async (bank, basis) =>
      connection.read(() => readPurposeSamples(connection, bankOf(bank), basis)),
    recordPurpose: (bank, basis, added, dropped) =>
      connection.write(() => writePurposeSamples(connection, bankOf(bank), basis, added, dropped)),
  };
}

function sessionVerbs(
  connection: Connection,
): Pick<Store, 'workingMemory' | 'reviseWorkingMemory'> {
  const bankOf = bankOn(connection);
  return {
    workingMemory: async (bank, session) =>
      connection.read(() => readWorkingMemory(connection, bankOf(bank), session)),
    reviseWorkingMemory: (bank, session, revise) =>
      connection.write(() => reviseWorkingMemory(connection, bankOf(bank), session, revise)),
  };
}

function feedbackVerbs(connection: Connection): Pick<Store, 'recallRecord' | 'votes'> {
  const bankOf = bankOn(connection);
  return {
    recallRecord: async (bank, id) =>
      connection.read(() => readRecall(connection, bankOf(bank), id)),
    votes: async (bank, options = {}) =>
      connection.read(() => readVotes(connection, bankOf(bank), options)),
  };
}

function accessVerbs(
  connection: Connection,
): Pick<Store, 'apiKeys' | 'apiKey' | 'hasApiKeys' | 'putApiKey' | 'reply' | 'keepReply'> {
  return {
    apiKeys: async () => connection.read(() => access.readApiKeys(connection)),
    apiKey: async (id) => connection.read(() => access.findApiKey(connection, id)),
    hasApiKeys: async () => connection.read(() => access.hasApiKeys(connection)),
    putApiKey: (key) => connection.write(() => access.writeApiKey(connection, key)),
    reply: async (owner, key) => connection.read(() => access.findReply(connection, owner, key)),
    keepReply: (reply, since) =>
      connection.write(() => access.writeReply(connection, reply, since)),
  };
}

function derivedVerbs(
  connection: Connection,
): Pick<
  Store,
  | 'usage'
  | 'recordUsage'
  | 'indexRows'
  | 'codes'
  | 'withoutVector'
  | 'dropVectors'
  | 'putDerived'
  | 'snapshot'
  | 'snapshotPart'
  | 'putSnapshot'
> {
  const bankOf = bankOn(connection);
  return {
    usage: async (bank, ids) =>
      connection.read(() => read.readUsage(connection, bankOf(bank), ids)),
    recordUsage: (bank, used, at, noted) =>
      connection.write(() => {
        const num = bankOf(bank);
        for (const id of used) {
          connection
            .statement(
              `INSERT INTO usage (memory, access_count, last_accessed_at)
               SELECT m.num, 1, ? FROM memory m WHERE m.bank = ? AND m.id = ?
               ON CONFLICT (memory) DO UPDATE SET access_count = access_count + 1, last_accessed_at = excluded.last_accessed_at`,
            )
            .run(at, num, id);
        }
        if (noted !== undefined) writeRecalls(connection, num, noted.recalls, noted.keep);
      }),
    indexRows: (bank, space, encoder, ids) =>
      streamIndexRows(connection, bankOf(bank), space, encoder, ids),
    codes: (bank, space, encoder, ids) =>
      streamCodes(connection, bankOf(bank), space, encoder, ids),
    withoutVector: async (bank, space, encoder, limit, after) =>
      connection.read(() =>
        findWithoutVector(connection, bankOf(bank), [space, encoder], limit, after),
      ),
    dropVectors: (bank, space, keep) => dropForeignVectors(connection, bankOf(bank), space, keep),
    putDerived: (bank, embeddings, readings) =>
      connection.write(() => {
        const { num, encoder } = read.bankRow(connection, bank);
        for (const item of readings) putReading(connection, num, item);
        for (const item of embeddings) putEmbedding(connection, num, item);
        // A snapshot holds the words, the codes of other spaces, and the vectors of the bank's own encoder.
        if (readings.length > 0 || !embeddings.every((item) => waits(item, encoder)))
          dropSnapshot(connection, num);
      }),
    snapshot: async (bank) => connection.read(() => readSnapshot(connection, bankOf(bank))),
    snapshotPart: async (bank, part) =>
      connection.read(() => readSnapshotPart(connection, bankOf(bank), part)),
    putSnapshot: (bank, head, parts) =>
      connection.write(() => writeSnapshot(connection, bankOf(bank), head, parts)),
  };
}

function upkeepVerbs(
  connection: Connection,
): Pick<
  Store,
  | 'counts'
  | 'unreadable'
  | 'check'
  | 'copyTo'
  | 'exportBank'
  | 'loadBank'
  | 'missing'
  | 'scrub'
  | 'unfinishedErasure'
  | 'findBytes'
  | 'mend'
  | 'rebuild'
  | 'displaced'
  | 'close'
> {
  const bankOf = bankOn(connection);
  return {
    counts: async (bank) => connection.read(() => countBank(connection, bankOf(bank))),
    unreadable: async (bank) => connection.read(() => connection.damage.told(bankOf(bank))),
    check: async () => connection.read(() => checkStore(connection)),
    copyTo: (path, at, options) => copyStore(connection, path, at, options),
    exportBank: async (bank) => exportBank(connection, bank),
    loadBank: (bank, head) => loadBank(connection, bank, head),
    missing: async (bank, records) =>
      connection.read(() => countMissing(connection, bankOf(bank), records)),
    scrub: (waitMs) => scrub(connection, waitMs),
    unfinishedErasure: async (bank) =>
      connection.read(() => unfinishedErasure(connection, bankOf(bank))),
    findBytes: async (needles) => connection.read(() => findBytes(connection, needles)),
    mend: () => connection.write(() => mendStore(connection)),
    rebuild: async () => connection.write(() => rebuildStore(connection)),
    displaced: async () => connection.displaced(),
    close: async () => connection.close(),
  };
}
