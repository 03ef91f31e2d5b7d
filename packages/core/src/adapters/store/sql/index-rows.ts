import type { BankName, MemoryId } from '../../../domain/ids.js';
import { UNUSED } from '../../../domain/memory.js';
import type { IndexRow, StoreDerived, StoredCode } from '../../../ports/store-derived.js';
import type { Database } from './dialect.js';
import { rows, type Query, type SqlValue } from './query.js';

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
    `SELECT ${index.columns}, m.id, m.terms, m.traits, x.vector, u.access_count, u.last_accessed_at
     FROM memory m LEFT JOIN embedding x ON {vectorOf} AND x.space = ? AND x.encoder = ?
     LEFT JOIN usage u ON {usageOf}
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
  const found = yield* rows<{ id: MemoryId; vector: Uint8Array }>(
    'memory',
    bank,
    `SELECT m.id, x.vector FROM memory m JOIN embedding x ON {vectorOf} AND x.space = ? AND x.encoder = ?
     WHERE ${which.sql} ORDER BY m.num`,
    ...[...made, ...which.values],
  );
  return found.flatMap(({ id, vector }) => {
    const code = search.codeOf(bank, id, made, vector);
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
