import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Hit, StoreSearch } from '../../../ports/store-queries.js';
import type { Filter } from '../../../ports/store.js';
import type { Database, Dialect } from './dialect.js';
import { filterSql } from './filter-sql.js';
import { records, rows, type Query } from './query.js';
import { heldAt } from './read.js';

/** Full text by BM25, vectors by an exact scan: always correct, and the reference for fast indexes. */
export function searchPart(db: Database): StoreSearch {
  const { filters, search } = db.dialect;
  return {
    lexical: (bank, query, filter, k) =>
      db.read(bank, function* (num) {
        const condition = filterSql(num, filter, filters);
        const hits = yield* search.byWords(num, query, condition, mostRows(filter, k));
        return yield* stillThere(db.dialect, num, filter, hits, k);
      }),
    nearest: (bank, space, encoder, vector, filter, k) =>
      db.read(bank, function* (num) {
        const { sql, values } = filterSql(num, filter, filters);
        const found = yield* rows<{ id: MemoryId; vector: Uint8Array }>(
          'embedding',
          num,
          `SELECT m.id, x.vector FROM memory m JOIN embedding x ON {vectorOf}
           WHERE ${sql} AND x.space = ? AND x.encoder = ? ORDER BY m.num`,
          ...[...values, space, encoder],
        );
        const hits = found.flatMap((row) => {
          const code = search.codeOf(num, row.id, [space, encoder], row.vector);
          return code === null ? [] : [{ id: row.id, score: codeCosine(vector, code) }];
        });
        const best = hits.sort((one, other) => other.score - one.score);
        return yield* stillThere(db.dialect, num, filter, best, k);
      }),
    between: (bank, from, to, filter, k) =>
      db.read(bank, (num) => between(num, { ...filter, occurred: { from, to } }, k, db)),
  };
}

function* between(bank: number, filter: Filter, k: number, { dialect }: Database): Query<Memory[]> {
  const { sql, values } = filterSql(bank, filter, dialect.filters);
  const found = yield* records(
    'memory',
    bank,
    `memory m WHERE ${sql} ORDER BY m.occurred_from DESC, m.num DESC LIMIT ?`,
    ...[...values, mostRows(filter, k)],
  );
  if (filter.asOf === undefined) return found;
  const ids = found.map(({ id }) => id);
  return (yield* heldAt(dialect, bank, ids, filter.asOf)).slice(0, k);
}

/** Number of memories whose past state is read per query. */
const LOOKED_UP = 200;

/**
 * With `asOf`, memories that were not current then are dropped afterwards, so all matches are needed: otherwise they
 * would take the place of others.
 */
function mostRows({ asOf }: Filter, k: number): number {
  return asOf === undefined ? k : Number.MAX_SAFE_INTEGER;
}

/** The best `k`; with `asOf`, of the memories that were current at that moment. */
function* stillThere(
  dialect: Dialect,
  bank: number,
  { asOf }: Filter,
  hits: readonly Hit[],
  k: number,
): Query<Hit[]> {
  if (asOf === undefined) return hits.slice(0, k);
  const held: Hit[] = [];
  for (let at = 0; at < hits.length && held.length < k; at += LOOKED_UP) {
    const some = hits.slice(at, at + LOOKED_UP);
    const then = yield* heldAt(
      dialect,
      bank,
      some.map(({ id }) => id),
      asOf,
    );
    const there = new Set(then.map(({ id }) => id));
    held.push(...some.filter(({ id }) => there.has(id)));
  }
  return held.slice(0, k);
}

/** Cosine of two stored vectors; 0 if either is all zeros. */
export function codeCosine(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let index = 0; index < a.length; index++) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
