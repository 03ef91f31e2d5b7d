import { withDefaults, type Bank, type BankSettings } from '../../../domain/bank.js';
import { MnemeError } from '../../../domain/errors.js';
import { EXPIRY_TAG, expiryTag } from '../../../domain/expiry.js';
import type { Goal } from '../../../domain/goal.js';
import { EDGE_FAMILIES, type Edge, type EdgeFamily, type NodeId } from '../../../domain/graph.js';
import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledRecords } from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import type { Filter, Page } from '../../../ports/store.js';
import { edgeId } from '../edge-id.js';
import { pageSql } from '../pages.js';
import type { Connection } from './connection.js';
import { commonEncoder } from './counts.js';
import { filterSql, marks } from './filter-sql.js';
import { soundRow, soundRows } from './sound-rows.js';
import { fromRow, MEMORY_COLUMNS, rowsOfLists, type RecordKind } from './records.js';
import type { SqliteValue } from './sqlite-database.js';

export interface BankRow {
  num: number;
  name: string;
  created_at: number;
  encoder: string;
  sequence: number;
  settings: Partial<BankSettings>;
}

/** Prefix of the names of banks being imported: no bank can have such a name, and nobody sees them. */
export const UNSEEN = '~';

export function bankFromRow(row: BankRow): Bank {
  return {
    name: row.name as BankName,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: withDefaults(row.settings),
  };
}

export function findBank(connection: Connection, name: BankName): BankRow | null {
  const row = connection.statement('SELECT * FROM bank WHERE name = ?').get(name);
  return soundBanks(connection, row === undefined ? [] : [row])[0] ?? null;
}

/** Every visible bank. */
export function allBanks(connection: Connection): BankRow[] {
  const rows = connection
    .statement('SELECT * FROM bank WHERE substr(name, 1, 1) <> ? ORDER BY name')
    .all(UNSEEN);
  return soundBanks(connection, rows);
}

/** If a bank's own row is damaged, its sequence comes from the journal, and its encoder from the vectors. */
function soundBanks(connection: Connection, rows: readonly unknown[]): BankRow[] {
  return rows.flatMap((row) => {
    const { num, sequence, encoder } = row as BankRow;
    const bank = soundRow<BankRow>(connection, 'bank', num, row);
    if (bank === undefined) return [];
    return {
      ...bank,
      sequence: bank.sequence === sequence ? sequence : lastChange(connection, num),
      encoder: bank.encoder === encoder ? encoder : commonEncoder(connection, num),
    };
  });
}

function lastChange(connection: Connection, bank: number): number {
  const { last } = connection
    .statement('SELECT max(sequence) AS last FROM journal WHERE bank = ?')
    .get(bank) as { last: number | null };
  return last ?? 0;
}

/** Throws `not_found`, also where another bank than the one created then has the name. */
export function bankRow(connection: Connection, name: BankName, createdAt?: Instant): BankRow {
  const row = findBank(connection, name);
  if (row === null || row.created_at !== (createdAt ?? row.created_at)) throw noBank(name);
  return row;
}

/** Called by every verb, few of which read more of the bank's row. */
export function bankNumber(connection: Connection, name: BankName): number {
  const row = connection.statement('SELECT num FROM bank WHERE name = ?').get(name) as
    { num: number } | undefined;
  if (row === undefined) throw noBank(name);
  return row.num;
}

function noBank(name: BankName): MnemeError {
  return new MnemeError('not_found', `There is no bank named ${name}.`, {
    field: 'bank',
    value: name,
  });
}

/**
 * Selects by a list of keys. The list is passed as one JSON value, so that one statement serves lists of
 * any length.
 */
export function selectIn<Row>(
  connection: Connection,
  sql: (list: string) => string,
  first: readonly SqliteValue[],
  keys: readonly string[],
): Row[] {
  if (keys.length === 0) return [];
  return connection
    .statement(sql('SELECT value FROM json_each(?)'))
    .all(...first, JSON.stringify(keys)) as Row[];
}

/** The readable rows of a table, as records. */
export function recordsOf<Kind extends RecordKind>(
  connection: Connection,
  kind: Kind,
  bank: number,
  rows: readonly unknown[],
): JournaledRecords[Kind][] {
  return soundRows<object>(connection, kind, bank, rows).map((row) => fromRow(kind, row));
}

/** {@link selectIn} of records. */
export function someOf<Kind extends RecordKind>(
  connection: Connection,
  kind: Kind,
  bank: number,
  ids: readonly string[],
  order = '',
): JournaledRecords[Kind][] {
  const found = selectIn<object>(
    connection,
    (list) => `SELECT * FROM ${kind} WHERE bank = ? AND id IN (${list}) ${order}`,
    [bank],
    ids,
  );
  return recordsOf(connection, kind, bank, found);
}

/** Every readable record of a kind. */
export function allOf<Kind extends RecordKind>(
  connection: Connection,
  kind: Kind,
  bank: number,
  order: string,
): JournaledRecords[Kind][] {
  const rows = connection
    .statement(`SELECT * FROM ${kind} WHERE bank = ? ORDER BY ${order}`)
    .all(bank);
  return recordsOf(connection, kind, bank, rows);
}

const SELECT_MEMORIES = `SELECT ${MEMORY_COLUMNS.join(', ')} FROM memory WHERE bank = ? AND id IN (SELECT value FROM json_each(?))`;

export function getMemories(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Memory[] {
  if (ids.length === 0) return [];
  const rows = rowsOfLists(connection.lists(SELECT_MEMORIES).all(bank, JSON.stringify(ids)));
  const found = inOrder(ids, recordsOf(connection, 'memory', bank, rows));
  return asOf === undefined
    ? found
    : found.flatMap((memory) => stateAt(connection, bank, memory, asOf) ?? []);
}

export function findByHash(
  connection: Connection,
  bank: number,
  hashes: readonly string[],
): Memory[] {
  const rows = selectIn<{ id: MemoryId }>(
    connection,
    (list) => `SELECT id FROM memory WHERE bank = ? AND hash IN (${list}) ORDER BY num`,
    [bank],
    hashes,
  );
  return getMemories(
    connection,
    bank,
    rows.map(({ id }) => id),
  );
}

/** Of the index that holds those alone which end; what it holds sorts like their moments. */
export function findExpired(
  connection: Connection,
  bank: number,
  until: Instant,
  limit: number,
): Memory[] {
  const rows = connection
    .statement(
      `SELECT * FROM memory INDEXED BY memory_expiry WHERE bank = ? AND retracted_at IS NULL
       AND tags >= '["${EXPIRY_TAG}' AND tags < '["mneme:expires;' AND tags < ? ORDER BY tags LIMIT ?`,
    )
    .all(bank, `["${expiryTag(until)}~`, limit);
  return recordsOf(connection, 'memory', bank, rows);
}

function inOrder(ids: readonly MemoryId[], memories: readonly Memory[]): Memory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const NO_PICTURES = Object.freeze({ images: [] });

/** The memory as of `moment`: the image that the first later change replaced, or its present state. */
function stateAt(
  connection: Connection,
  bank: number,
  memory: Memory,
  moment: Instant,
): Memory | null {
  if (memory.recordedAt > moment) return null;
  // An image from before pictures existed has no field for them.
  const image = imageAt(connection, bank, 'memory', memory, moment);
  if (image === null) return null;
  return { ...NO_PICTURES, ...image };
}

/** Those of the memories that the bank held at `moment`, as of then. */
export function heldAt(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
  moment: Instant,
): Memory[] {
  return getMemories(connection, bank, ids, moment).filter(
    ({ retractedAt }) => retractedAt === null,
  );
}

/** A record as of `moment`; null if it did not exist. */
export function imageAt<T extends { readonly id: string }>(
  connection: Connection,
  bank: number,
  type: 'memory' | 'goal' | 'vote' | 'learned',
  present: T,
  moment: Instant,
): T | null {
  const row = connection
    .statement(
      `SELECT b.type, b.id, b.image FROM journal_before b JOIN journal j ON j.sequence = b.sequence
       WHERE b.id = ? AND b.type = ? AND j.bank = ? AND j.at > ? ORDER BY b.sequence LIMIT 1`,
    )
    .get(present.id, type, bank, moment);
  if (row === undefined) return present;
  // Its state then is unknown.
  return soundRow<{ image: T | null }>(connection, 'journal_before', bank, row)?.image ?? null;
}

export function readGoals(connection: Connection, bank: number, asOf?: Instant): Goal[] {
  const goals = allOf(connection, 'goal', bank, 'num');
  if (asOf === undefined) return goals;
  return goals
    .filter(({ createdAt }) => createdAt <= asOf)
    .flatMap((goal) => imageAt(connection, bank, 'goal', goal, asOf) ?? []);
}

export function findPage(
  connection: Connection,
  bank: number,
  filter: Filter,
  limit: number,
  after?: string,
): Page<Memory> {
  const condition = filterSql(bank, filter);
  const { comparison, order, place } = pageSql(filter.newestFirst, after);
  const rows = connection
    .statement(
      `SELECT m.* FROM memory m WHERE ${condition.sql} AND m.num ${comparison} ? ORDER BY m.num ${order} LIMIT ?`,
    )
    .all(...condition.values, place, limit + 1) as { num: number }[];
  const shown = rows.slice(0, limit);
  const items = recordsOf(connection, 'memory', bank, shown);
  return {
    items:
      filter.asOf === undefined
        ? items
        : heldAt(
            connection,
            bank,
            items.map((item) => item.id),
            filter.asOf,
          ),
    next: rows.length > limit ? String(shown.at(-1)?.num) : null,
  };
}

export function edgesAfter(
  connection: Connection,
  bank: number,
  after: number,
  limit: number,
): { readonly edges: Edge[]; readonly last: number | null } {
  const rows = connection
    .statement('SELECT * FROM edge WHERE +bank = ? AND num > ? ORDER BY num LIMIT ?')
    .all(bank, after, limit) as { num: number }[];
  const last = rows.at(-1)?.num ?? null;
  return { edges: recordsOf(connection, 'edge', bank, rows), last };
}

/** Edges of the given nodes, strongest first; a link is hidden with the memory that states it or that it touches. */
export function findNeighbours(
  connection: Connection,
  bank: number,
  ids: readonly NodeId[],
  families: readonly EdgeFamily[],
  limit: number,
): Edge[] {
  const some = families.length < EDGE_FAMILIES.length;
  const inFamilies = some ? `AND e.family IN (${marks(families.length)})` : '';
  const live = hasRetracted(connection, bank)
    ? `AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.retracted_at IS NOT NULL AND m.id IN (e.evidence, e.source, e.target))`
    : '';
  const side = (column: string) =>
    connection.statement(
      `SELECT e.* FROM edge e WHERE e.bank = ? AND e.${column} = ? ${inFamilies} ${live} ORDER BY e.weight DESC, e.num DESC LIMIT ?`,
    );
  const sides = [side('source'), side('target')];
  const edges = new Map<string, Edge>();
  for (const id of ids) {
    for (const statement of sides) {
      const rows = statement.all(bank, id, ...(some ? families : []), limit);
      for (const edge of recordsOf(connection, 'edge', bank, rows)) edges.set(edgeId(edge), edge);
    }
  }
  return [...edges.values()].sort((a, b) => b.weight - a.weight);
}

/** Most banks have forgotten nothing; then edges need no second check. */
function hasRetracted(connection: Connection, bank: number): boolean {
  return (
    connection
      .statement('SELECT 1 FROM memory WHERE bank = ? AND retracted_at IS NOT NULL LIMIT 1')
      .get(bank) !== undefined
  );
}
