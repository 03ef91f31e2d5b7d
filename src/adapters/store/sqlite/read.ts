import type { Bank } from '../../../domain/bank.js';
import type { JournalEntry, Verb } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { ResultId } from '../../../domain/feedback.js';
import type { Goal } from '../../../domain/goal.js';
import { EDGE_FAMILIES, type Edge, type EdgeFamily, type NodeId } from '../../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../../domain/ids.js';
import type { Accesses, Memory } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { Filter, Page } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { filterSql, marks } from './filter-sql.js';
import {
  accessesFromRow,
  bankSettings,
  edgeFromRow,
  goalFromRow,
  MEMORY_COLUMNS,
  memoryFromRow,
  memoryFromValues,
  type EdgeRow,
  type GoalRow,
  type MemoryRow,
  type MemoryValues,
} from './rows.js';
import { EDGE_KEY, edgeKey } from './removed.js';
import type { SqliteValue } from './sqlite-database.js';

export interface BankRow {
  num: number;
  name: string;
  created_at: number;
  encoder: string;
  sequence: number;
  settings: string;
}

/** Begins the names of banks that an import is still at: no bank can be called so, and nobody sees them. */
export const UNSEEN = '~';

export function bankFromRow(row: BankRow): Bank {
  return {
    name: row.name as BankName,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: bankSettings(row.settings),
  };
}

export function findBank(connection: Connection, name: BankName): BankRow | null {
  return (
    (connection.statement('SELECT * FROM bank WHERE name = ?').get(name) as BankRow | undefined) ??
    null
  );
}

export function bankRow(connection: Connection, name: BankName): BankRow {
  const row = findBank(connection, name);
  if (row !== null) return row;
  throw new MnemeError('not_found', `There is no bank named ${name}.`, {
    field: 'bank',
    value: name,
  });
}

export function bankNumber(connection: Connection, name: BankName): number {
  return bankRow(connection, name).num;
}

/** Selects by a list of keys. The list travels as one JSON value, so that a statement serves lists of any length. */
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

const SELECT_MEMORIES = `SELECT ${MEMORY_COLUMNS.join(', ')} FROM memory WHERE bank = ? AND id IN (SELECT value FROM json_each(?))`;

export function getMemories(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
  asOf?: Instant,
): Memory[] {
  const found =
    ids.length === 0
      ? []
      : inOrder(
          ids,
          (connection.lists(SELECT_MEMORIES).all(bank, JSON.stringify(ids)) as MemoryValues[]).map(
            memoryFromValues,
          ),
        );
  return asOf === undefined
    ? found
    : found.flatMap((memory) => stateAt(connection, bank, memory, asOf) ?? []);
}

function inOrder(ids: readonly MemoryId[], memories: readonly Memory[]): Memory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const NO_PICTURES = Object.freeze({ images: [] });

/** The memory as it was at `moment`: the image that the first later change replaced, or its present state. */
function stateAt(
  connection: Connection,
  bank: number,
  memory: Memory,
  moment: Instant,
): Memory | null {
  if (memory.recordedAt > moment) return null;
  // An image from before pictures were known says nothing of them.
  const image = imageAt(connection, bank, 'memory', memory, moment);
  if (image === null) return null;
  return { ...NO_PICTURES, ...image };
}

/** Those of the memories that the bank held at `moment`, as they were then. */
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

/** What a record was at `moment`; null when it was not there. */
export function imageAt<T extends { readonly id: string }>(
  connection: Connection,
  bank: number,
  type: 'memory' | 'goal' | 'vote' | 'learned',
  present: T,
  moment: Instant,
): T | null {
  const row = connection
    .statement(
      `SELECT b.image FROM journal_before b JOIN journal j ON j.sequence = b.sequence
       WHERE b.id = ? AND b.type = ? AND j.bank = ? AND j.at > ? ORDER BY b.sequence LIMIT 1`,
    )
    .get(present.id, type, bank, moment) as { image: string } | undefined;
  return row === undefined ? present : (JSON.parse(row.image) as T | null);
}

export function readGoals(connection: Connection, bank: number, asOf?: Instant): Goal[] {
  const goals = (
    connection.statement('SELECT * FROM goal WHERE bank = ? ORDER BY num').all(bank) as GoalRow[]
  ).map(goalFromRow);
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
  const rows = connection
    .statement(
      `SELECT m.* FROM memory m WHERE ${condition.sql} AND m.num > ? ORDER BY m.num LIMIT ?`,
    )
    .all(...condition.values, parseCursor(after), limit + 1) as (MemoryRow & { num: number })[];
  const shown = rows.slice(0, limit);
  const items = shown.map(memoryFromRow);
  const last = shown.at(-1);
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
    next: rows.length > limit && last !== undefined ? String(last.num) : null,
  };
}

export function parseCursor(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new MnemeError('invalid_input', 'The page cursor is not one that a previous page gave.', {
    field: 'after',
    value: after,
    hint: 'Pass on `next` of the page before, unchanged.',
  });
}

export function journalSince(
  connection: Connection,
  { num: bank, name, sequence: newest }: BankRow,
  sequence: number,
  limit: number,
): JournalEntry[] {
  // Asked before every recall, and mostly there is nothing new.
  if (newest <= sequence) return [];
  const rows = connection
    .statement('SELECT * FROM journal WHERE bank = ? AND sequence > ? ORDER BY sequence LIMIT ?')
    .all(bank, sequence, limit) as JournalRow[];
  return rows.map((row) => entryFromRow(connection, { num: bank, name }, row));
}

export interface JournalRow {
  readonly sequence: number;
  readonly at: number;
  readonly verb: string;
  readonly actor: string;
  readonly reason: string;
  readonly reverts: number | null;
}

export function entryFromRow(
  connection: Connection,
  { num: bank, name }: Pick<BankRow, 'num' | 'name'>,
  row: JournalRow,
): JournalEntry {
  return {
    sequence: row.sequence,
    bank: name as BankName,
    at: row.at,
    verb: row.verb as Verb,
    actor: row.actor,
    reason: row.reason,
    memories: recordsOfChange(connection, 'memory', row.sequence) as MemoryId[],
    entities: recordsOfChange(connection, 'entity', row.sequence) as EntityId[],
    votes: recordsOfChange(connection, 'vote', row.sequence) as ResultId[],
    ...edgesOfChange(connection, bank, row.sequence),
  };
}

/** Edges that the change founded, and those it replaced or took away: of these the journal keeps what they were. */
function edgesOfChange(
  connection: Connection,
  bank: number,
  sequence: number,
): Pick<JournalEntry, 'edges' | 'removedEdges'> {
  const founded = connection
    .statement('SELECT * FROM edge WHERE created = ?')
    .all(sequence) as EdgeRow[];
  const images = connection
    .statement("SELECT id, image FROM journal_before WHERE sequence = ? AND type = 'edge'")
    .all(sequence) as { id: string; image: string }[];
  const now = connection.statement(`SELECT * FROM edge WHERE ${EDGE_KEY}`);
  const replaced = images.map(({ id, image }) => ({
    row: JSON.parse(image) as EdgeRow | null,
    now: now.get(bank, ...edgeKey(id)) as EdgeRow | undefined,
  }));
  return {
    edges: [...founded, ...replaced.flatMap((pair) => pair.now ?? [])].map(edgeFromRow),
    removedEdges: replaced.flatMap((pair) =>
      pair.now === undefined && pair.row !== null ? [edgeFromRow(pair.row)] : [],
    ),
  };
}

export function edgesAfter(
  connection: Connection,
  bank: number,
  after: number,
  limit: number,
): { readonly edges: Edge[]; readonly last: number } {
  const rows = connection
    .statement('SELECT * FROM edge WHERE +bank = ? AND num > ? ORDER BY num LIMIT ?')
    .all(bank, after, limit) as (EdgeRow & { num: number })[];
  return { edges: rows.map(edgeFromRow), last: rows.at(-1)?.num ?? after };
}

function recordsOfChange(
  connection: Connection,
  type: 'memory' | 'entity' | 'vote',
  sequence: number,
): string[] {
  const rows = connection
    .statement(
      `SELECT id FROM ${type} WHERE created = ?
       UNION ALL SELECT id FROM journal_before WHERE sequence = ? AND type = ?`,
    )
    .all(sequence, sequence, type) as { id: string }[];
  return rows.map((row) => row.id);
}

/** Edges of the asked nodes, strongest first; a link goes with the memory it was read in or that it touches. */
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
      const rows = statement.all(bank, id, ...(some ? families : []), limit) as EdgeRow[];
      for (const row of rows)
        edges.set(`${row.source}|${row.role}|${row.target}|${row.label}`, edgeFromRow(row));
    }
  }
  return [...edges.values()].sort((a, b) => b.weight - a.weight);
}

/** Most banks have forgotten nothing; then no edge need be looked at twice. */
function hasRetracted(connection: Connection, bank: number): boolean {
  return (
    connection
      .statement('SELECT 1 FROM memory WHERE bank = ? AND retracted_at IS NOT NULL LIMIT 1')
      .get(bank) !== undefined
  );
}

export function readUsage(
  connection: Connection,
  bank: number,
  ids: readonly MemoryId[],
): Map<MemoryId, Accesses> {
  const rows = selectIn<{ id: string; access_count: number; last_accessed_at: number }>(
    connection,
    (list) =>
      `SELECT m.id, u.* FROM usage u JOIN memory m ON m.num = u.memory WHERE m.bank = ? AND m.id IN (${list})`,
    [bank],
    ids,
  );
  return new Map(rows.map((row) => [row.id as MemoryId, accessesFromRow(row)]));
}
