import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Filter } from '../../../ports/store.js';
import { codeCosine } from '../code-cosine.js';
import type { Hit, StoreSearch } from '../../../ports/store-search.js';
import type { Connection } from './connection.js';
import { filterSql } from './filter-sql.js';
import { readingBanks } from './parts/bank-of.js';
import { heldAt, recordsOf } from './read.js';
import { soundCode } from './index-rows.js';

/** Full text by FTS5's BM25, vectors by an exact scan: always correct, and the reference for fast indexes. */
export function createSearch(connection: Connection): StoreSearch {
  const reading = readingBanks(connection);
  return {
    lexical: (bank, query, filter, k) =>
      reading(bank, (num) => lexical(connection, num, query, filter, k)),
    nearest: (bank, space, encoder, vector, filter, k) =>
      reading(bank, (num) => nearest(connection, num, { space, encoder, vector }, filter, k)),
    between: (bank, from, to, filter, k) =>
      reading(bank, (num) => between(connection, num, { ...filter, occurred: { from, to } }, k)),
  };
}

function lexical(
  connection: Connection,
  num: number,
  query: string,
  filter: Filter,
  k: number,
): Hit[] {
  const terms = query.split(/\s+/).filter((term) => term !== '');
  if (terms.length === 0) return [];
  const condition = filterSql(num, filter);
  const match = terms.map(termQuery).join(' OR ');
  const rows = connection
    .statement(
      `SELECT m.id, -bm25(memory_text) AS score FROM memory_text JOIN memory m ON m.num = memory_text.rowid
       WHERE memory_text MATCH ? AND ${condition.sql} ORDER BY score DESC, m.num LIMIT ?`,
    )
    .all(match, ...condition.values, mostRows(filter, k)) as { id: string; score: number }[];
  return stillThere(
    connection,
    num,
    filter,
    rows.map((row) => ({ id: row.id as MemoryId, score: row.score })),
    k,
  );
}

/**
 * Where FTS5 may split a word: marks of Indic scripts, points and apostrophes, and letters that its tables
 * may be too old for.
 */
const SPLITS = /[^\p{L}\p{N}\p{Co}_]+|(?=[\u{10000}-\u{10ffff}])|(?<=[\u{10000}-\u{10ffff}])/u;

/**
 * A word that the index holds in pieces is searched by all of them: the index stores no positions, so it
 * supports no phrases.
 */
function termQuery(term: string): string {
  const pieces = term.split(SPLITS).filter((piece) => piece !== '');
  return pieces.length === 0 ? '""' : `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`;
}

interface VectorQuery {
  readonly space: string;
  readonly encoder: string;
  readonly vector: Int8Array;
}

function nearest(
  connection: Connection,
  num: number,
  { space, encoder, vector: query }: VectorQuery,
  filter: Filter,
  k: number,
): Hit[] {
  const condition = filterSql(num, filter);
  const rows = connection
    .statement(
      `SELECT m.id, x.vector FROM embedding x JOIN memory m ON m.num = x.memory
       WHERE x.space = ? AND x.encoder = ? AND ${condition.sql} ORDER BY m.num`,
    )
    .all(space, encoder, ...condition.values) as { id: string; vector: unknown }[];
  const hits = rows.flatMap(({ id, vector }) => {
    const code = soundCode(connection, num, id, [space, encoder], vector);
    return code === null ? [] : [{ id: id as MemoryId, score: codeCosine(query, code) }];
  });
  return stillThere(
    connection,
    num,
    filter,
    hits.sort((a, b) => b.score - a.score),
    k,
  );
}

function between(connection: Connection, num: number, filter: Filter, k: number): Memory[] {
  const condition = filterSql(num, filter);
  const rows = connection
    .statement(
      `SELECT m.* FROM memory m WHERE ${condition.sql} ORDER BY m.occurred_from DESC, m.num DESC LIMIT ?`,
    )
    .all(...condition.values, mostRows(filter, k));
  const memories = recordsOf(connection, 'memory', num, rows);
  return filter.asOf === undefined
    ? memories
    : heldAt(
        connection,
        num,
        memories.map((memory) => memory.id),
        filter.asOf,
      ).slice(0, k);
}

/** Memories whose past state is read at once. */
const LOOKED_UP = 200;
/** SQLite's value for no limit. */
const ALL_ROWS = -1;

/**
 * What was not held at a past moment is dropped afterwards, so all matches are needed: otherwise it would
 * take the place of what was.
 */
function mostRows({ asOf }: Filter, k: number): number {
  return asOf === undefined ? k : ALL_ROWS;
}

/** The best `k`; with `asOf`, of what the bank held at that moment. */
function stillThere(
  connection: Connection,
  bank: number,
  filter: Filter,
  hits: Hit[],
  k: number,
): Hit[] {
  if (filter.asOf === undefined) return hits.slice(0, k);
  const held: Hit[] = [];
  for (let at = 0; at < hits.length && held.length < k; at += LOOKED_UP) {
    const some = hits.slice(at, at + LOOKED_UP);
    const there = new Set(
      heldAt(
        connection,
        bank,
        some.map((hit) => hit.id),
        filter.asOf,
      ).map((memory) => memory.id),
    );
    held.push(...some.filter((hit) => there.has(hit.id)));
  }
  return held.slice(0, k);
}
