import type { MemoryId } from '../../../domain/ids.js';
import { SOURCES, UNUSED, type Memory } from '../../../domain/memory.js';
import { retoldOf } from '../../../domain/retellings.js';
import type { IndexRow, StoredCode } from '../../../ports/store.js';
import { codeFrom } from './derived-rows.js';
import type { PgValue } from './postgres-database.js';
import { IS_UNDONE } from './removed.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';

interface Source extends RawRow {
  readonly terms: string | null;
  readonly traits: number;
  readonly vector: Uint8Array | null;
  readonly access_count: number | null;
  readonly last_accessed_at: number | null;
}

/** What was put by a change that was undone is as if it had never been: its words are not counted among the bank's. */
const SELECT = `SELECT m.id, m.num, m.record, m.terms, m.traits, x.vector, u.access_count, u.last_accessed_at
  FROM memory m
  LEFT JOIN embedding x ON x.bank = m.bank AND x.memory = m.num AND x.space = $2 AND x.encoder = $3
  LEFT JOIN usage u ON u.bank = m.bank AND u.memory = m.num
  WHERE m.bank = $1 AND m.quarantine IS NULL AND NOT ${IS_UNDONE}`;

/** Where the next page goes on; null at the end. */
interface Paged {
  readonly last: number | null;
}

export async function indexRowsAfter(
  session: Session,
  bank: number,
  made: readonly [space: string, encoder: string],
  after: number,
  limit: number,
): Promise<Paged & { readonly rows: readonly IndexRow[] }> {
  const found = await session.all<Source>(`${SELECT} AND m.num > $4 ORDER BY m.num LIMIT $5`, [
    bank,
    ...made,
    after,
    limit,
  ]);
  return { rows: found.map(indexRow), last: found.at(-1)?.num ?? null };
}

export async function indexRowsOf(
  session: Session,
  bank: number,
  made: readonly [space: string, encoder: string],
  ids: readonly MemoryId[],
): Promise<IndexRow[]> {
  const found = await session.all<Source>(`${SELECT} AND m.id = ANY($4::text[]) ORDER BY m.num`, [
    bank,
    ...made,
    ids,
  ]);
  return found.map(indexRow);
}

interface CodeSource {
  readonly num: number;
  readonly id: MemoryId;
  readonly vector: Uint8Array;
}

const SELECT_CODES = `SELECT m.num, m.id, x.vector FROM embedding x JOIN memory m ON m.bank = x.bank AND m.num = x.memory
  WHERE x.bank = $1 AND x.space = $2 AND x.encoder = $3`;

export async function codesAfter(
  session: Session,
  bank: number,
  made: readonly [space: string, encoder: string],
  after: number,
  limit: number,
): Promise<Paged & { readonly codes: readonly StoredCode[] }> {
  const found = await codes(
    session,
    `${SELECT_CODES} AND x.memory > $4 ORDER BY x.memory LIMIT $5`,
    [bank, ...made, after, limit],
  );
  return { codes: found.map(storedCode), last: found.at(-1)?.num ?? null };
}

export async function codesOf(
  session: Session,
  bank: number,
  made: readonly [space: string, encoder: string],
  ids: readonly MemoryId[],
): Promise<StoredCode[]> {
  const found = await codes(session, `${SELECT_CODES} AND m.id = ANY($4::text[]) ORDER BY m.num`, [
    bank,
    ...made,
    ids,
  ]);
  return found.map(storedCode);
}

function codes(session: Session, sql: string, values: readonly PgValue[]): Promise<CodeSource[]> {
  return session.all(sql, values);
}

function storedCode({ id, vector }: CodeSource): StoredCode {
  return { memory: id, code: codeFrom(vector) };
}

/** The same as every store tells of a memory: neither its text nor its evidence, only how good that is. */
function indexRow(row: Source): IndexRow {
  const memory: Memory = recordOf('memory', row);
  const sources = new Set(memory.provenance.map(({ source }) => source));
  return {
    memory: {
      ...memory,
      trust: SOURCES.find((source) => sources.has(source)) ?? 'web',
      ...retoldOf(memory),
    },
    usage:
      row.access_count === null || row.last_accessed_at === null
        ? UNUSED
        : { accessCount: row.access_count, lastAccessedAt: row.last_accessed_at },
    terms: row.terms ?? '',
    traits: row.traits,
    vector: row.vector === null ? null : codeFrom(row.vector),
  };
}
