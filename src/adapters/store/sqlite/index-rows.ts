import type { ContextId, MemoryId, SessionId } from '../../../domain/ids.js';
import {
  SOURCES,
  UNUSED,
  type MemoryKind,
  type MentionedDate,
  type Provenance,
} from '../../../domain/memory.js';
import { retoldOf } from '../../../domain/retellings.js';
import type { IndexRow, StoredCode } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { selectIn } from './read.js';
import { IS_UNDONE } from './removed.js';
import { accessesFromRow } from './records.js';
import { soundRows } from './sound-rows.js';

interface Source {
  num: number;
  id: string;
  kind: string;
  speaker: string | null;
  session: string | null;
  context: string | null;
  position: number;
  said_at: number;
  occurred_from: number;
  occurred_to: number;
  recorded_at: number;
  retracted_at: number | null;
  superseded_by: string | null;
  confidence: number;
  importance: number;
  trust: number;
  told_again: string | null;
  tags: readonly string[];
  terms: string | null;
  traits: number;
  vector: Uint8Array | null;
  access_count: number | null;
  last_accessed_at: number;
}

/**
 * The best source among the evidence, as its position in the list of sources. Within a JSON string, such a
 * pair of quotes cannot occur.
 */
const TRUST = `CASE ${SOURCES.slice(0, -1)
  .map((source, at) => `WHEN instr(m.provenance, '"source":"${source}"') > 0 THEN ${at}`)
  .join(' ')} ELSE ${SOURCES.length - 1} END`;

/** The evidence and the dates of what has more than one piece of evidence. */
const TOLD_AGAIN = `CASE WHEN instr(m.provenance, '},{') > 0 THEN '[' || m.provenance || ',' || m.dates || ']' END`;

/**
 * A bank of 100,000 is read through this on every start, without quarantined memories: only what the index
 * keeps, and no JSON except for rare tags and what was told again.
 */
const SELECT = `SELECT m.num, m.id, m.kind, m.speaker, m.session, m.context, m.position, m.said_at, m.occurred_from,
    m.occurred_to, m.recorded_at, m.retracted_at, m.superseded_by, m.confidence, m.importance, ${TRUST} AS trust, ${TOLD_AGAIN} AS told_again, m.tags, m.terms, m.traits, x.vector,
    u.access_count, u.last_accessed_at
  FROM memory m
  LEFT JOIN embedding x ON x.memory = m.num AND x.space = ? AND x.encoder = ?
  LEFT JOIN usage u ON u.memory = m.num`;

/** What an undone change had put is as if it had never existed: its words are not counted among the bank's. */
const NOT_UNDONE = `AND NOT ${IS_UNDONE}`;

export interface IndexPage {
  readonly rows: readonly IndexRow[];
  /** Where the next page continues; null at the end. */
  readonly last: number | null;
}

export function indexRowsAfter(
  connection: Connection,
  bank: number,
  [space, encoder]: readonly [string, string],
  after: number,
  limit: number,
): IndexPage {
  // The plus keeps the planner on the table's own order; by an index on the bank it would sort
  // everything for every page.
  const found = connection
    .statement(
      `${SELECT} WHERE +m.bank = ? AND m.num > ? AND m.quarantine IS NULL ${NOT_UNDONE} ORDER BY m.num LIMIT ?`,
    )
    .all(space, encoder, bank, after, limit) as Source[];
  const last = found.at(-1)?.num ?? null;
  return { rows: indexRows(connection, bank, found, [space, encoder]), last };
}

export function indexRowsOf(
  connection: Connection,
  bank: number,
  [space, encoder]: readonly [string, string],
  ids: readonly MemoryId[],
): IndexRow[] {
  const rows = selectIn<Source>(
    connection,
    (list) =>
      `${SELECT} WHERE m.bank = ? AND m.id IN (${list}) AND m.quarantine IS NULL ${NOT_UNDONE}`,
    [space, encoder, bank],
    ids,
  );
  return indexRows(connection, bank, rows.sort(byNumber), [space, encoder]);
}

/** Ids of memories in the order in which they were recorded; those of no memory are left out. */
export function inRecordedOrder(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
): MemoryId[] {
  const rows = connection
    .statement(
      'SELECT num, id FROM memory WHERE bank = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY num',
    )
    .all(bank, JSON.stringify(ids)) as { id: MemoryId }[];
  return rows.map(({ id }) => id);
}

interface CodeSource {
  num: number;
  id: string;
  vector: Uint8Array;
}

export interface CodePage {
  readonly codes: readonly StoredCode[];
  /** Where the next page continues; null at the end. */
  readonly last: number | null;
}

const SELECT_CODES =
  'SELECT m.num, m.id, x.vector FROM memory m JOIN embedding x ON x.memory = m.num AND x.space = ? AND x.encoder = ?';

export function codesAfter(
  connection: Connection,
  bank: number,
  [space, encoder]: readonly [string, string],
  after: number,
  limit: number,
): CodePage {
  const found = connection
    .statement(`${SELECT_CODES} WHERE +m.bank = ? AND m.num > ? ORDER BY m.num LIMIT ?`)
    .all(space, encoder, bank, after, limit) as CodeSource[];
  const last = found.at(-1)?.num ?? null;
  return { codes: storedCodes(connection, bank, found, [space, encoder]), last };
}

export function codesOf(
  connection: Connection,
  bank: number,
  [space, encoder]: readonly [string, string],
  ids: readonly MemoryId[],
): StoredCode[] {
  const rows = selectIn<CodeSource>(
    connection,
    (list) => `${SELECT_CODES} WHERE m.bank = ? AND m.id IN (${list})`,
    [space, encoder, bank],
    ids,
  );
  return storedCodes(connection, bank, rows.sort(byNumber), [space, encoder]);
}

const byNumber = (a: { num: number }, b: { num: number }): number => a.num - b.num;

function storedCodes(
  connection: Connection,
  bank: number,
  rows: readonly CodeSource[],
  made: readonly [space: string, encoder: string],
): StoredCode[] {
  return rows.flatMap(({ id, vector }) => {
    const code = soundCode(connection, bank, id, made, vector);
    return code === null ? [] : [{ memory: id as MemoryId, code }];
  });
}

/** The code of one encoder for one memory; null if there is none, or none that it can have made. */
export function soundCode(
  { damage, fitsSpace }: Connection,
  bank: number,
  memory: string,
  [space, encoder]: readonly [string, string],
  stored: unknown,
): Int8Array | null {
  if (stored === null) return null;
  if (stored instanceof Uint8Array) {
    const code = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
    if (fitsSpace(space, encoder, code)) return code;
  }
  damage.note({ table: 'embedding', bank, row: memory, cell: `${space} vector`, left: true });
  return null;
}

function indexRows(
  connection: Connection,
  bank: number,
  rows: readonly Source[],
  made: readonly [space: string, encoder: string],
): IndexRow[] {
  return soundRows<Source>(connection, 'memory', bank, rows).map((row) =>
    indexRow(row, soundCode(connection, bank, row.id, made, row.vector)),
  );
}

function indexRow(row: Source, vector: Int8Array | null): IndexRow {
  return {
    memory: {
      id: row.id as MemoryId,
      kind: row.kind as MemoryKind,
      speaker: row.speaker,
      session: row.session as SessionId | null,
      context: row.context as ContextId | null,
      position: row.position,
      saidAt: row.said_at,
      occurredFrom: row.occurred_from,
      occurredTo: row.occurred_to,
      recordedAt: row.recorded_at,
      retractedAt: row.retracted_at,
      supersededBy: row.superseded_by as MemoryId | null,
      confidence: row.confidence,
      importance: row.importance,
      trust: SOURCES[row.trust] ?? 'web',
      tags: row.tags,
      ...toldAgain(row),
    },
    usage:
      Number.isSafeInteger(row.access_count) && Number.isSafeInteger(row.last_accessed_at)
        ? accessesFromRow({ ...row, access_count: Number(row.access_count) })
        : UNUSED,
    terms: row.terms ?? '',
    traits: row.traits,
    vector,
  };
}

/** Cells that cannot be read tell of no other time; they are reported where the memory itself is read. */
function toldAgain({ told_again, said_at, occurred_from, occurred_to }: Source) {
  if (told_again === null) return {};
  try {
    const [provenance, dates] = JSON.parse(told_again) as [Provenance[], MentionedDate[]];
    return retoldOf({
      saidAt: said_at,
      occurredFrom: occurred_from,
      occurredTo: occurred_to,
      provenance,
      dates,
    });
  } catch {
    return {};
  }
}
