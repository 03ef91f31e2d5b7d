import { createHash, randomUUID } from 'node:crypto';
import type { Database, Layout } from './dialect.js';
import { type Query, raw, rows, run, type SqlValue } from './query.js';
import type { RecallRecord, RecollectionId } from '../../../domain/feedback.js';
import type { BankName, MemoryId, SessionId } from '../../../domain/ids.js';
import { type Accesses, UNUSED } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import { type StoredWorkingMemory, WORKING_BOUNDS } from '../../../domain/working-memory.js';
import type { IndexRow, JobState, StoredCode, StoreDerived } from '../../../ports/store-derived.js';
import type { SnapshotHead } from '../../../ports/store.js';

export function* readUsage(
  bank: number,
  ids: readonly MemoryId[],
): Query<ReadonlyMap<MemoryId, Accesses>> {
  const used = yield* rows<{ id: MemoryId; access_count: number; last_accessed_at: number }>(
    'usage',
    bank,
    `SELECT m.id, u.access_count, u.last_accessed_at FROM memory m JOIN usage u ON {usageOf}
     WHERE m.bank = ? AND m.id IN ?`,
    ...[bank, ids],
  );
  return new Map(
    used.map(({ id, access_count, last_accessed_at }) => [
      id,
      { accessCount: access_count, lastAccessedAt: last_accessed_at },
    ]),
  );
}

/** Within the running transaction. An id counts once per occurrence in `used`. */
export function* writeUsage(bank: number, used: readonly MemoryId[], at: Instant): Query<void> {
  const often = new Map<MemoryId, number>();
  for (const id of used) often.set(id, (often.get(id) ?? 0) + 1);
  for (const count of new Set(often.values()))
    yield* run(
      `INSERT INTO usage AS u ({usageKey}, access_count, last_accessed_at)
       SELECT {usageOwner}, CAST(? AS bigint), CAST(? AS bigint) FROM memory m WHERE m.bank = ? AND m.id IN ?
       ON CONFLICT ({usageKey}) DO UPDATE
       SET access_count = u.access_count + excluded.access_count, last_accessed_at = excluded.last_accessed_at`,
      ...[count, at, bank, [...often.keys()].filter((id) => often.get(id) === count)],
    );
}

/** Within the running transaction. A recall stored again becomes the latest; the latest `keep` are retained. */
export function* writeRecalls(
  bank: number,
  recalls: readonly RecallRecord[],
  keep: number,
  { names, values }: Layout<RecallRecord>,
): Query<void> {
  const ids = recalls.map(({ id }) => id);
  if (ids.length > 0) yield* run('DELETE FROM recall_log WHERE bank = ? AND id IN ?', bank, ids);
  for (const recall of new Map(recalls.map((each) => [each.id, each])).values())
    yield* run(
      `INSERT INTO recall_log (bank, id, ${names.join(', ')}) VALUES (?, ?${', ?'.repeat(names.length)})`,
      ...[bank, recall.id, ...values(recall)],
    );
  yield* run(
    'DELETE FROM recall_log WHERE bank = ? AND num <= (SELECT num FROM recall_log WHERE bank = ? ORDER BY num DESC LIMIT 1 OFFSET ?)',
    ...[bank, bank, keep],
  );
}

export function* readRecall(
  bank: number,
  id: RecollectionId,
  { names, read }: Layout<RecallRecord>,
): Query<RecallRecord | null> {
  const [row] = yield* rows<object>(
    'recall_log',
    bank,
    `SELECT id, ${names.join(', ')} FROM recall_log WHERE bank = ? AND id = ?`,
    ...[bank, id],
  );
  return row === undefined ? null : read(row);
}

export function* readSnapshot(bank: number): Query<SnapshotHead | null> {
  const [head] = yield* rows<SnapshotHead>(
    'snapshot',
    bank,
    'SELECT sequence, format FROM snapshot WHERE bank = ?',
    bank,
  );
  return head ?? null;
}

/** The part that names the parts of the snapshot: they begin with its value and a slash. */
const CURRENT = 'current';

/** Within the running transaction. */
export function* beginSnapshot(bank: number, head: SnapshotHead): Query<string | null> {
  const erased = yield* raw(
    "SELECT sequence FROM journal WHERE bank = ? AND sequence > ? AND verb = 'erase' LIMIT 1",
    ...[bank, head.sequence],
  );
  if (erased.length > 0) return null;
  yield* run(
    "DELETE FROM snapshot_part WHERE bank = ? AND part <> ? AND part NOT LIKE '%/%'",
    ...[bank, CURRENT],
  );
  const begun = randomUUID();
  yield* writePart(bank, begun, Buffer.from(JSON.stringify(head)));
  return begun;
}

/** Within the running transaction. */
export function* putSnapshotPart(
  bank: number,
  begun: string,
  part: string,
  data: Uint8Array,
): Query<boolean> {
  if ((yield* readPart(bank, begun)) === null) return false;
  // Dropped one by one, too: freeing a gigabyte takes seconds.
  yield* run(
    `DELETE FROM snapshot_part WHERE bank = ? AND part IN (SELECT part FROM snapshot_part
       WHERE bank = ? AND part LIKE '%/%' AND part NOT LIKE ? AND part NOT LIKE ? LIMIT 1)`,
    ...[bank, bank, partOf(yield* currentSnapshot(bank), '%'), partOf(begun, '%')],
  );
  yield* writePart(bank, partOf(begun, part), data);
  return true;
}

/** Within the running transaction. */
export function* putSnapshot(bank: number, begun: string, parts: number): Query<boolean> {
  const stored = yield* readPart(bank, begun);
  const own = partOf(begun, '%');
  const there = yield* raw(
    'SELECT part FROM snapshot_part WHERE bank = ? AND part LIKE ?',
    ...[bank, own],
  );
  if (stored === null || there.length !== parts) return false;
  const { sequence, format } = JSON.parse(Buffer.from(stored).toString()) as SnapshotHead;
  yield* run("DELETE FROM snapshot_part WHERE bank = ? AND part NOT LIKE '%/%'", bank);
  yield* run('DELETE FROM snapshot WHERE bank = ?', bank);
  yield* run(
    'INSERT INTO snapshot (bank, sequence, format) VALUES (?, ?, ?)',
    ...[bank, sequence, format],
  );
  yield* writePart(bank, CURRENT, Buffer.from(begun));
  return true;
}

/** What the names of the snapshot's parts begin with; null if there is none. */
export function* currentSnapshot(bank: number): Query<string | null> {
  const name = yield* readPart(bank, CURRENT);
  return name === null ? null : Buffer.from(name).toString();
}

export const partOf = (snapshot: string | null, part: string): string =>
  `${snapshot ?? ''}/${part}`;

/** A part without its checksum; null if it is missing or damaged. */
export function* readPart(bank: number, part: string): Query<Uint8Array | null> {
  const [found] = yield* rows<{ readonly data: Uint8Array }>(
    'snapshot_part',
    bank,
    'SELECT data FROM snapshot_part WHERE bank = ? AND part = ?',
    ...[bank, part],
  );
  return found === undefined ? null : whole(found.data);
}

function* writePart(bank: number, part: string, data: Uint8Array): Query<void> {
  yield* run(
    'INSERT INTO snapshot_part (bank, part, data) VALUES (?, ?, ?)',
    ...[bank, part, sealed(data)],
  );
}

/** Within the running transaction. */
export function* dropSnapshot(bank: number): Query<void> {
  yield* run('DELETE FROM snapshot WHERE bank = ?', bank);
  yield* run('DELETE FROM snapshot_part WHERE bank = ?', bank);
}

const SUM_BYTES = 32;
const sumOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The data with its checksum appended: a wrong byte in an index gives wrong answers that nothing else would detect. */
function sealed(data: Uint8Array): Uint8Array {
  return Buffer.concat([data, sumOf(data)]);
}

/** The data without its checksum; null if they do not match. */
export function whole(stored: Uint8Array): Uint8Array | null {
  if (stored.length < SUM_BYTES) return null;
  const data = stored.subarray(0, stored.length - SUM_BYTES);
  return sumOf(data).equals(stored.subarray(data.length)) ? data : null;
}

export function* readJob(bank: number, name: string): Query<JobState | null> {
  const [row] = yield* rows<{ state: JobState }>(
    'job',
    bank,
    'SELECT name, state FROM job WHERE bank = ? AND name = ?',
    bank,
    name,
  );
  return row?.state ?? null;
}

/** Within the running transaction: of two processes that compete for a job, one sees the other's write. */
export function* reviseJob(
  bank: number,
  name: string,
  revise: (before: JobState | null) => JobState | null,
): Query<JobState | null> {
  const after = revise(yield* readJob(bank, name));
  if (after === null) yield* run('DELETE FROM job WHERE bank = ? AND name = ?', bank, name);
  else
    yield* run(
      `INSERT INTO job (bank, name, state) VALUES (?, ?, ?)
       ON CONFLICT (bank, name) DO UPDATE SET state = excluded.state`,
      ...[bank, name, JSON.stringify(after)],
    );
  return after;
}

export function* readWorkingMemory(
  bank: number,
  session: SessionId,
): Query<StoredWorkingMemory | null> {
  const [row] = yield* rows<{ data: StoredWorkingMemory }>(
    'working_memory',
    bank,
    'SELECT session, data FROM working_memory WHERE bank = ? AND session = ?',
    ...[bank, session],
  );
  return row?.data ?? null;
}

/** Within the running transaction, so that no concurrent note is lost. Only the latest sessions are retained. */
export function* reviseWorkingMemory(
  bank: number,
  session: SessionId,
  revise: (before: StoredWorkingMemory | null) => StoredWorkingMemory | null,
): Query<StoredWorkingMemory | null> {
  const after = revise(yield* readWorkingMemory(bank, session));
  if (after === null) {
    yield* run('DELETE FROM working_memory WHERE bank = ? AND session = ?', bank, session);
    return null;
  }
  yield* run(
    `INSERT INTO working_memory (bank, session, changed_at, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (bank, session) DO UPDATE SET changed_at = excluded.changed_at, data = excluded.data`,
    ...[bank, session, after.changedAt, JSON.stringify(after)],
  );
  yield* run(
    `DELETE FROM working_memory WHERE bank = ? AND session IN (SELECT session FROM working_memory
       WHERE bank = ? AND session <> ? ORDER BY changed_at DESC, session LIMIT ? OFFSET ?)`,
    ...[bank, bank, session, Number.MAX_SAFE_INTEGER, WORKING_BOUNDS.sessions - 1],
  );
  return after;
}

type Made = readonly [space: string, encoder: string];

/** Columns for an index that are the same in every store. */
interface Source {
  readonly id: MemoryId;
  readonly terms: string | null;
  readonly traits: number;
  readonly vector: Uint8Array | null;
  readonly access_count: number | null;
  readonly last_accessed_at: number | null;
}

/**
 * Looked up for each memory: until the server has statistics of a new bank, a join may read all of its vectors for
 * each memory.
 */
const VECTOR =
  '(SELECT x.vector FROM embedding x WHERE {vectorOf} AND x.space = ? AND x.encoder = ?) AS vector';

/** Memories read per page when loading an index. */
const PAGE = 1_000;

/** Loads indexes, in recording order; damaged rows are left out. */
export function indexPart(db: Database): Pick<StoreDerived, 'indexRows' | 'codes'> {
  return {
    indexRows: (bank, space, encoder, ids) =>
      inPages(db, bank, ids, (num, which) => indexRows(db, num, [space, encoder], which)),
    codes: (bank, space, encoder, ids) =>
      inPages(db, bank, ids, (num, which) => codes(db, num, [space, encoder], which)),
  };
}

/** A condition on memories `m` of a bank. */
interface Which {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Reads 100,000 memories on every start of a large bank: only what the index keeps. */
function* indexRows(
  { dialect: { index, search } }: Database,
  bank: number,
  made: Made,
  which: Which,
): Query<IndexRow[]> {
  // A memory put by an undone change counts as never having existed: its words are left out of the bank's statistics.
  const found = yield* rows<Source>(
    'memory',
    bank,
    `SELECT ${index.columns}, m.id, m.terms, m.traits, ${VECTOR}, u.access_count, u.last_accessed_at
     FROM memory m LEFT JOIN usage u ON {usageOf}
     WHERE ${which.sql} AND m.quarantine IS NULL AND NOT {undone} ORDER BY m.num`,
    ...[...made, ...which.values],
  );
  return found.map((row) => ({
    memory: index.memory(row as unknown as Readonly<Record<string, unknown>>),
    usage: usageOf(row),
    terms: row.terms ?? '',
    traits: row.traits,
    vector: row.vector === null ? null : search.codeOf(bank, row.id, made, row.vector),
  }));
}

function usageOf({ access_count, last_accessed_at }: Source): IndexRow['usage'] {
  return Number.isSafeInteger(access_count) && Number.isSafeInteger(last_accessed_at)
    ? { accessCount: Number(access_count), lastAccessedAt: Number(last_accessed_at) }
    : UNUSED;
}

function* codes(
  { dialect: { search } }: Database,
  bank: number,
  made: Made,
  which: Which,
): Query<StoredCode[]> {
  const found = yield* rows<Pick<Source, 'id' | 'vector'>>(
    'memory',
    bank,
    `SELECT m.id, ${VECTOR} FROM memory m WHERE ${which.sql} ORDER BY m.num`,
    ...[...made, ...which.values],
  );
  return found.flatMap(({ id, vector }) => {
    const code = vector === null ? null : search.codeOf(bank, id, made, vector);
    return code === null ? [] : [{ memory: id, code }];
  });
}

/** Reads the given memories, or all, page by page. */
async function* inPages<Item>(
  db: Database,
  bank: BankName,
  ids: readonly MemoryId[] | undefined,
  query: (num: number, which: Which) => Query<readonly Item[]>,
): AsyncIterable<readonly Item[]> {
  if (ids !== undefined) {
    const ordered = ids.length <= PAGE ? ids : await db.read(bank, (num) => inOrder(num, ids));
    for (let at = 0; at < ordered.length || at === 0; at += PAGE) {
      const some = ordered.slice(at, at + PAGE);
      yield await db.read(bank, (num) =>
        query(num, { sql: 'm.bank = ? AND m.id IN ?', values: [num, some] }),
      );
    }
    return;
  }
  for (let after = 0; ;) {
    const from = after;
    const last = await db.read(bank, (num) => pageEnd(num, from, PAGE));
    if (last === null) return;
    const sql = '{unindexed}m.bank = ? AND m.num > ? AND m.num <= ?';
    yield await db.read(bank, (num) => query(num, { sql, values: [num, from, last] }));
    after = last;
  }
}

/** Ids of memories in recording order; unknown ids are left out. */
function* inOrder(bank: number, ids: readonly MemoryId[]): Query<MemoryId[]> {
  const found = yield* rows<{ id: MemoryId }>(
    'memory',
    bank,
    'SELECT id FROM memory WHERE bank = ? AND id IN ? ORDER BY num',
    ...[bank, ids],
  );
  return found.map(({ id }) => id);
}

/** The number of the last of `size` memories after `after`; null if there are none. Unreadable rows count. */
export function* pageEnd(bank: number, after: number, size: number): Query<number | null> {
  const [row] = yield* rows<{ last: number | null }>(
    'memory',
    bank,
    `SELECT max(num) AS last FROM (SELECT num FROM memory WHERE {unindexed}bank = ? AND num > ?
       ORDER BY num LIMIT ?) AS page`,
    ...[bank, after, size],
  );
  return row?.last ?? null;
}
