import {
  type Dialect,
  filterSql,
  pageOf,
  pageSql,
  parseCursor,
  type RemovedRow,
  type StoredImage,
} from './dialect.js';
import {
  Conditions,
  edgeId,
  placed,
  type Query,
  raw,
  type RecordKind,
  records,
  type Removable,
  rows,
  run,
} from './query.js';
import { type Embedding, type JournaledRecords, PASSAGE_VECTORS } from '../../../domain/change.js';
import type { Vote } from '../../../domain/feedback.js';
import type { Goal } from '../../../domain/goal.js';
import { type Edge, EDGE_FAMILIES, type EdgeFamily, type NodeId } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { LearnedKind, LearnedRecord } from '../../../domain/learned-record.js';
import { EXPIRY_TAG, expiryTag } from '../../../domain/memory-times.js';
import type { Memory } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { Conflict, StoredClaim } from '../../../domain/validity.js';
import type { ConflictQuery, Filter, LearnedQuery, Page, VoteQuery } from '../../../ports/store.js';

const STATES = `SELECT id, image FROM (
    SELECT b.id, b.image, row_number() OVER (PARTITION BY b.id ORDER BY b.sequence) AS n
    FROM journal_before b JOIN journal j ON {lineOf}
    WHERE j.bank = ? AND b.{kind} = ? AND b.id IN ? AND j.at > ?) AS later WHERE n = 1`;

/**
 * The states of records at a moment: the image that the first later change replaced, else the current state; records
 * that did not exist are left out.
 */
export function* statesAt<Kind extends 'memory' | 'goal' | 'vote' | 'learned'>(
  { past }: Pick<Dialect, 'past'>,
  kind: Kind,
  bank: number,
  present: readonly JournaledRecords[Kind][],
  at: Instant,
): Query<JournaledRecords[Kind][]> {
  if (present.length === 0) return [];
  const ids = present.map(({ id }) => id);
  const images = yield* raw<StoredImage>(STATES, bank, kind, ids, at);
  const later = new Map(images.map((image) => [image.id, image]));
  return present.flatMap((record) => {
    const image = later.get(record.id);
    // For an unreadable image, the state is unknown.
    return image === undefined ? record : (past.ofImage(bank, kind, image) ?? []);
  });
}

/** Previous versions of edges in the journal, newest first. */
export function* findFormerEdges(
  { past, keyOf }: Dialect,
  bank: number,
  edges: readonly Edge[],
): Query<Edge[]> {
  const images = yield* raw<StoredImage>(
    `SELECT b.id, b.image FROM journal_before b WHERE {ofBank} AND b.{kind} = 'edge' AND b.id IN ? ORDER BY b.sequence DESC`,
    ...[bank, [...new Set(edges.map((edge) => keyOf(edgeId(edge))))]],
  );
  return images.flatMap((image) => past.ofImage(bank, 'edge', image) ?? []);
}

const TAKEN = `('${(['entity', 'context', 'session', 'vote', 'conflict', 'edge'] satisfies Removable[]).join("', '")}')`;

/** The removed records of a bank, in a fixed order; `more` is a condition on table `r`. */
export function* removedRows(
  { past }: Dialect,
  bank: number,
  more = '',
  ...values: readonly (readonly string[])[]
): Query<RemovedRow[]> {
  const found = yield* rows<Readonly<Record<string, unknown>>>(
    'removed',
    bank,
    `SELECT ${past.removedColumns} FROM removed r WHERE r.bank = ? AND r.{kind} IN ${TAKEN} ${more} ORDER BY r.{kind}, r.id, r.taken`,
    ...[bank, ...values],
  );
  return found.flatMap((row) => past.ofRemoved(row) ?? []);
}

/** Sessions and contexts have no number in every store. */
const orderOf = (kind: RecordKind): string =>
  kind === 'session' || kind === 'context' ? 'id' : 'num';

/** Every record of a kind, in recording order. */
export function allOf<Kind extends RecordKind>(
  kind: Kind,
  bank: number,
): Query<JournaledRecords[Kind][]> {
  return records(kind, bank, `${kind} WHERE bank = ? ORDER BY ${orderOf(kind)}`, bank);
}

/** The records of a kind with these ids, in recording order. */
export function* someOf<Kind extends RecordKind>(
  kind: Kind,
  bank: number,
  ids: readonly string[],
): Query<JournaledRecords[Kind][]> {
  if (ids.length === 0) return [];
  const asked = `${kind} WHERE bank = ? AND id IN ? ORDER BY ${orderOf(kind)}`;
  return yield* records(kind, bank, asked, bank, ids);
}

export function* getMemories(
  dialect: Dialect,
  bank: number,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Query<Memory[]> {
  if (ids.length === 0) return [];
  const rows = yield* records('memory', bank, 'memory WHERE bank = ? AND id IN ?', bank, ids);
  const byId = new Map(rows.map((memory) => [memory.id, memory]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  if (asOf === undefined) return found;
  const there = found.filter(({ recordedAt }) => recordedAt <= asOf);
  return yield* statesAt(dialect, 'memory', bank, there, asOf);
}

/** Those of the memories that were current at `moment`, in their state then. */
export function* currentAt(
  dialect: Dialect,
  bank: number,
  ids: readonly MemoryId[],
  moment: Instant,
): Query<Memory[]> {
  const then = yield* getMemories(dialect, bank, ids, moment);
  return then.filter(({ retractedAt }) => retractedAt === null);
}

export function findByHash(bank: number, hashes: readonly string[]): Query<Memory[]> {
  return records('memory', bank, 'memory WHERE bank = ? AND hash IN ? ORDER BY num', bank, hashes);
}

/** Reads the index of expiring memories alone; its tags sort like their moments. */
export function findExpired(bank: number, until: Instant, limit: number): Query<Memory[]> {
  return records(
    'memory',
    bank,
    'memory {byExpiry} AND {expired} ORDER BY {expiry} LIMIT ?',
    ...[bank, expiryTag(until), limit],
  );
}

/** The condition of {@link Words.byExpiry}; `before` is what precedes the tag in the column. */
export const expiring = (tag: string, before = ''): string =>
  `WHERE bank = ? AND retracted_at IS NULL AND ${tag} >= '${before}${EXPIRY_TAG}' AND ${tag} < '${before}mneme:expires;'`;

export function* readGoals(dialect: Dialect, bank: number, asOf?: Instant): Query<Goal[]> {
  const goals = yield* allOf('goal', bank);
  if (asOf === undefined) return goals;
  return yield* statesAt(
    dialect,
    'goal',
    bank,
    goals.filter(({ createdAt }) => createdAt <= asOf),
    asOf,
  );
}

export function* findPage(
  dialect: Dialect,
  bank: number,
  filter: Filter,
  limit: number,
  after?: string,
): Query<Page<Memory>> {
  const { asOf, newestFirst } = filter;
  const { comparison, order, place } = pageSql(newestFirst, after);
  const condition = filterSql(bank, filter, dialect.filters);
  const found = yield* placed(
    'memory',
    bank,
    `memory m WHERE ${condition.sql} AND m.num ${comparison} ? ORDER BY m.num ${order} LIMIT ?`,
    ...[...condition.values, place, limit + 1],
  );
  const page = pageOf(found, limit, ({ record }) => record);
  if (asOf === undefined) return page;
  const ids = page.items.map(({ id }) => id);
  return { ...page, items: yield* currentAt(dialect, bank, ids, asOf) };
}

export function* findWithoutVector(
  bank: number,
  [space, encoder]: readonly [string, string],
  limit: number,
  after?: string,
): Query<Page<Memory>> {
  const found = yield* placed(
    'memory',
    bank,
    `memory m WHERE {unindexed}m.bank = ? AND m.num > ? AND m.quarantine IS NULL
     AND NOT EXISTS (SELECT 1 FROM embedding x WHERE {vectorOf} AND x.space = ? AND x.encoder = ?)
     ORDER BY m.num LIMIT ?`,
    ...[bank, parseCursor(after), space, encoder, limit + 1],
  );
  return pageOf(found, limit, ({ record }) => record);
}

/** Whether a vector is from another encoder than the bank's current one, in preparation for a change of encoders. */
export function waits({ space, encoder }: Embedding, serving: string): boolean {
  return (space === 'semantic' || space === PASSAGE_VECTORS) && encoder !== serving;
}

/** Drops a space's vectors of encoders other than `keep`, for a range of memories, and returns how many. */
export function dropVectors(
  bank: number,
  [space, keep]: readonly [space: string, keep: string],
  [after, last]: readonly [after: number, last: number],
): Query<number> {
  return run(
    `DELETE FROM embedding WHERE space = ? AND encoder <> ? AND ({usageKey}) IN (
       SELECT {usageOwner} FROM memory m WHERE {unindexed}m.bank = ? AND m.num > ? AND m.num <= ?)`,
    ...[space, keep, bank, after, last],
  );
}

/**
 * Edges of the given nodes, strongest first; an edge is hidden if the memory that states it, or that it touches, is
 * retracted.
 */
export function* findNeighbours(
  { neighbours }: Dialect,
  bank: number,
  ids: readonly NodeId[],
  families: readonly EdgeFamily[],
  limit: number,
): Query<Edge[]> {
  if (ids.length === 0) return [];
  const asked = families.length < EDGE_FAMILIES.length ? families : null;
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
  const found = yield* neighbours(bank, ids, asked, most);
  const edges = new Map(found.map((edge) => [edgeId(edge), edge]));
  return [...edges.values()].sort((one, other) => other.weight - one.weight);
}

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
