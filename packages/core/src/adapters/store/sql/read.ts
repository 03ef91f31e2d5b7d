import type { Embedding } from '../../../domain/change.js';
import { EXPIRY_TAG, expiryTag } from '../../../domain/expiry.js';
import type { Goal } from '../../../domain/goal.js';
import { EDGE_FAMILIES, type Edge, type EdgeFamily, type NodeId } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledRecords } from '../../../domain/reversal.js';
import { PASSAGE_VECTORS } from '../../../domain/space.js';
import type { Instant } from '../../../domain/time.js';
import type { Filter, Page } from '../../../ports/store.js';
import { edgeId } from '../record-keys.js';
import type { Dialect } from './dialect.js';
import { filterSql, pageOf, pageSql, parseCursor } from './filter-sql.js';
import { statesAt } from './past.js';
import { placed, records, run, type Query, type RecordKind } from './query.js';

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
export function* heldAt(
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
  return { ...page, items: yield* heldAt(dialect, bank, ids, asOf) };
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
