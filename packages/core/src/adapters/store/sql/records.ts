import type { Conflict, StoredClaim } from '../../../domain/conflict.js';
import type { Vote } from '../../../domain/feedback.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import type { ConflictQuery, LearnedQuery, Page, VoteQuery } from '../../../ports/store.js';
import type { Dialect } from './dialect.js';
import { pageOf, parseCursor } from './filter-sql.js';
import { removedRows, statesAt } from './past.js';
import { Conditions, placed, records, rows, type Query } from './query.js';

export function* readVotes(
  dialect: Dialect,
  bank: number,
  { ids, memory, asOf }: VoteQuery,
): Query<Vote[]> {
  const asked = new Conditions()
    .require('bank = ?', bank)
    .require('id IN ?', ids)
    .require('memory = ?', memory);
  const votes = yield* records(
    'vote',
    bank,
    `vote WHERE ${asked.sql} ORDER BY num`,
    ...asked.values,
  );
  const meant = (vote: Vote): boolean =>
    (memory === undefined || vote.memory === memory) &&
    (ids === undefined || ids.includes(vote.id));
  if (asOf === undefined) return votes.filter(meant);
  // Votes undone later were valid at that moment.
  const undone = yield* removedVotes(dialect, bank);
  const then = yield* statesAt(dialect, 'vote', bank, [...votes, ...undone].filter(meant), asOf);
  return then.filter(({ at }) => at <= asOf);
}

/** Votes removed from the bank, in their last state. */
function* removedVotes(dialect: Dialect, bank: number): Query<Vote[]> {
  const gone = yield* removedRows(
    dialect,
    bank,
    `AND r.{kind} = 'vote' AND NOT EXISTS (SELECT 1 FROM vote v WHERE v.bank = r.bank AND v.id = r.id)`,
  );
  return [...new Map(gone.map(({ id, record }) => [id, record as Vote])).values()];
}

export function* findLearned<Kind extends LearnedKind>(
  dialect: Dialect,
  bank: number,
  { kinds, keys, ids, changedAfter, asOf }: LearnedQuery<Kind>,
): Query<{ readonly [K in Kind]: LearnedRecord<K> }[Kind][]> {
  const asked = new Conditions()
    .require('bank = ?', bank)
    .require('kind IN ?', kinds)
    .require('lead IN ?', dialect.leadOf === undefined ? undefined : keys?.map(dialect.leadOf))
    .require('key IN ?', keys)
    .require('id IN ?', ids)
    .require('changed > ?', changedAfter);
  const found = yield* records(
    'learned',
    bank,
    `learned WHERE ${asked.sql} ORDER BY num`,
    ...asked.values,
  );
  const there =
    asOf === undefined
      ? found
      : yield* statesAt(
          dialect,
          'learned',
          bank,
          found.filter(({ createdAt }) => createdAt <= asOf),
          asOf,
        );
  return there as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}

export function* findConflicts(
  bank: number,
  { ids, status, verdict, memories }: ConflictQuery,
  limit: number,
  after?: string,
): Query<Page<Conflict>> {
  // Find conflicts of memories by the index of each side: with OR, or in recording order, SQLite would visit every
  // conflict of the bank.
  const side = (column: string): string =>
    `SELECT num FROM conflict WHERE bank = ? AND ${column} IN ?`;
  const asked = new Conditions()
    .require(memories === undefined ? 'bank = ?' : '{unindexed}bank = ?', bank)
    .require('num < ?', after === undefined ? undefined : parseCursor(after))
    .require('id IN ?', ids)
    .require('status = ?', status)
    .require('verdict = ?', verdict)
    .require(`num IN (${side('older')} UNION ${side('newer')})`, bank, memories, bank, memories);
  const found = yield* placed(
    'conflict',
    bank,
    `conflict WHERE ${asked.sql} ORDER BY num DESC LIMIT ?`,
    ...[...asked.values, limit + 1],
  );
  return pageOf(found, limit, ({ record }) => record);
}

/** The store treats a claim as opaque text; its readers interpret it. */
export function* claimsOfMemories(
  bank: number,
  memories: readonly MemoryId[],
): Query<StoredClaim[]> {
  const claims = yield* rows<ClaimRow>(
    'claim',
    bank,
    'SELECT key, memory, claim FROM claim WHERE bank = ? AND memory IN ? ORDER BY key, memory, claim',
    ...[bank, memories],
  );
  return claims.map(asStored);
}

/** Claims of memories under any of these keys, in the keys' order, newest memory first, at most `limit` per key. */
export function* findClaims(
  { leadOf }: Dialect,
  bank: number,
  keys: readonly string[],
  limit: number,
): Query<StoredClaim[]> {
  if (keys.length === 0) return [];
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
  const claims: ClaimRow[] = [];
  if (leadOf === undefined)
    for (const key of keys)
      claims.push(...(yield* rows<ClaimRow>('claim', bank, OF_ONE_KEY, bank, key, most)));
  else {
    const asked = [bank, keys.map(leadOf), keys, most];
    const found = yield* rows<ClaimRow>('claim', bank, OF_MANY_KEYS, ...asked);
    claims.push(...keys.flatMap((key) => found.filter((claim) => claim.key === key)));
  }
  return claims.map(asStored);
}

const CLAIMS =
  'FROM claim c JOIN memory m ON m.bank = c.bank AND m.id = c.memory WHERE c.bank = ? AND';
const NEWEST = 'ORDER BY m.num DESC, c.claim';
const OF_ONE_KEY = `SELECT c.key, c.memory, c.claim ${CLAIMS} c.key = ? ${NEWEST} LIMIT ?`;
/** One query for all keys, for a remote server. */
const OF_MANY_KEYS = `SELECT key, memory, claim FROM (
    SELECT c.key, c.memory, c.claim, m.num, row_number() OVER (PARTITION BY c.key ${NEWEST}) AS n
    ${CLAIMS} c.lead IN ? AND c.key IN ?) AS s WHERE n <= ? ORDER BY num DESC, claim`;

interface ClaimRow {
  readonly key: string;
  readonly memory: MemoryId;
  readonly claim: object;
}

const asStored = ({ key, memory, claim }: ClaimRow): StoredClaim => ({
  key,
  memory,
  claim: JSON.stringify(claim),
});
