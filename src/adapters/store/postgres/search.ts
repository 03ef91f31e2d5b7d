import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Hit, StoreSearch } from '../../../ports/store-search.js';
import type { Filter } from '../../../ports/store.js';
import { codeCosine } from '../code-cosine.js';
import type { Connection } from './connection.js';
import { codeFrom } from './derived-rows.js';
import { filterSql } from './filter-sql.js';
import { heldAt } from './read.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { anyOf, wordsOf } from './text-vector.js';

/** Full text by BM25 over the server's lists of words, vectors by an exact scan: always right, and what fast indexes are measured against. */
export function createSearch(connection: Connection): StoreSearch {
  return {
    lexical: (name, query, filter, k) =>
      connection.readBank(name, (session, bank) => lexical(session, bank, query, filter, k)),
    nearest: (name, space, encoder, vector, filter, k) =>
      connection.readBank(name, (session, bank) =>
        nearest(session, bank, { space, encoder, vector }, filter, k),
      ),
    between: (name, from, to, filter, k) =>
      connection.readBank(name, (session, bank) =>
        between(session, bank, { ...filter, occurred: { from, to } }, k),
      ),
  };
}

/** Saturation and length, as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), section 3.4. */
const BM25 = `
  WITH found AS MATERIALIZED (
    SELECT m.num, m.length, w.lexeme, cardinality(w.positions) AS often
    FROM memory m CROSS JOIN LATERAL unnest(m.words) AS w
    WHERE m.bank = $1 AND m.words @@ $2::tsquery AND w.lexeme = ANY($3::text[])
  ), bearers AS (SELECT lexeme, count(*) AS n FROM found GROUP BY lexeme),
  total AS (SELECT count(*) AS n, greatest(avg(length), 1) AS mean FROM memory WHERE bank = $1 AND words IS NOT NULL)
  SELECT num, sum(ln(1 + (t.n - b.n + 0.5) / (b.n + 0.5)) * f.often * 2.2 / (f.often + 1.2 * (0.25 + 0.75 * f.length / t.mean)))::double precision AS score
  FROM found f JOIN bearers b USING (lexeme) CROSS JOIN total t GROUP BY num`;

async function lexical(
  session: Session,
  bank: number,
  query: string,
  filter: Filter,
  k: number,
): Promise<Hit[]> {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return [];
  const condition = filterSql(bank, filter, [anyOf(words), words]);
  const rows = await session.all<{ id: MemoryId; score: number }>(
    `SELECT m.id, s.score FROM (${BM25}) AS s JOIN memory m ON m.bank = $1 AND m.num = s.num
     WHERE ${condition.sql} ORDER BY s.score DESC, m.num LIMIT $${condition.values.length + 1}`,
    [...condition.values, mostRows(filter, k)],
  );
  return stillThere(session, bank, filter, rows, k);
}

interface VectorQuery {
  readonly space: string;
  readonly encoder: string;
  readonly vector: Int8Array;
}

async function nearest(
  session: Session,
  bank: number,
  { space, encoder, vector }: VectorQuery,
  filter: Filter,
  k: number,
): Promise<Hit[]> {
  const condition = filterSql(bank, filter, [space, encoder]);
  const rows = await session.all<{ id: MemoryId; vector: Uint8Array }>(
    `SELECT m.id, x.vector FROM embedding x JOIN memory m ON m.bank = x.bank AND m.num = x.memory
     WHERE x.bank = $1 AND x.space = $2 AND x.encoder = $3 AND ${condition.sql} ORDER BY m.num`,
    condition.values,
  );
  const hits = rows.map((row) => ({ id: row.id, score: codeCosine(vector, codeFrom(row.vector)) }));
  return stillThere(
    session,
    bank,
    filter,
    hits.sort((one, other) => other.score - one.score),
    k,
  );
}

async function between(
  session: Session,
  bank: number,
  filter: Filter,
  k: number,
): Promise<Memory[]> {
  const condition = filterSql(bank, filter);
  const rows = await session.all<RawRow>(
    `SELECT m.id, m.record FROM memory m WHERE ${condition.sql} ORDER BY m.occurred_from DESC, m.num DESC LIMIT $${condition.values.length + 1}`,
    [...condition.values, mostRows(filter, k)],
  );
  const found = rows.map((row) => recordOf('memory', row));
  if (filter.asOf === undefined) return found;
  return (
    await heldAt(
      session,
      bank,
      found.map(({ id }) => id),
      filter.asOf,
    )
  ).slice(0, k);
}

/** What was taken back by a past moment is told by its past image alone: then all is read that might stand. */
function mostRows({ asOf }: Filter, k: number): number | null {
  return asOf === undefined ? k : null;
}

async function stillThere(
  session: Session,
  bank: number,
  { asOf }: Filter,
  hits: readonly Hit[],
  k: number,
): Promise<Hit[]> {
  if (asOf === undefined) return hits.slice(0, k);
  const held = await heldAt(
    session,
    bank,
    hits.map(({ id }) => id),
    asOf,
  );
  const standing = new Set(held.map(({ id }) => id));
  return hits.filter(({ id }) => standing.has(id)).slice(0, k);
}
