import type { Conflict, StoredClaim } from '../../../domain/conflict.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { ConflictQuery, Page } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { parseCursor } from '../pages.js';
import { selectIn } from './read.js';
import { soundRows } from './sound-rows.js';

interface ConflictRow {
  readonly num: number;
  readonly record: Conflict;
}

export function putClaim(
  connection: Connection,
  bank: number,
  { key, memory, claim }: StoredClaim,
): void {
  connection
    .statement('INSERT OR IGNORE INTO claim (bank, key, memory, claim) VALUES (?, ?, ?, ?)')
    .run(bank, key, memory, claim);
}

export function findClaims(
  connection: Connection,
  bank: number,
  keys: readonly string[],
  limit: number,
): StoredClaim[] {
  const rows = keys.flatMap((key) =>
    connection
      .statement(
        `SELECT c.key, c.memory, c.claim FROM claim c JOIN memory m ON m.bank = c.bank AND m.id = c.memory
         WHERE c.bank = ? AND c.key = ? ORDER BY m.num DESC LIMIT ?`,
      )
      .all(bank, key, limit),
  );
  return soundClaims(connection, bank, rows);
}

export function claimsOfMemories(
  connection: Connection,
  bank: number,
  memories: readonly MemoryId[],
): StoredClaim[] {
  const rows = selectIn<object>(
    connection,
    (list) => `SELECT key, memory, claim FROM claim WHERE bank = ? AND memory IN (${list})`,
    [bank],
    memories,
  );
  return soundClaims(connection, bank, rows);
}

/** The store treats a claim as opaque text; its readers interpret it. */
function soundClaims(
  connection: Connection,
  bank: number,
  rows: readonly unknown[],
): StoredClaim[] {
  return soundRows<{ key: string; memory: MemoryId; claim: object }>(
    connection,
    'claim',
    bank,
    rows,
  ).map(({ key, memory, claim }) => ({ key, memory, claim: JSON.stringify(claim) }));
}

export function findConflicts(
  connection: Connection,
  bank: number,
  query: ConflictQuery,
  limit: number,
  after?: string,
): Page<Conflict> {
  // The plus keeps SQLite from scanning the whole bank by an index when the conflicts of some
  // memories are asked for.
  const conditions = [query.memories === undefined ? 'bank = ?' : '+bank = ?', 'num < ?'];
  const values: (string | number)[] = [
    bank,
    after === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(after),
  ];
  const among = (column: string, list: readonly string[]): string => {
    values.push(JSON.stringify(list));
    return `${column} IN (SELECT value FROM json_each(?))`;
  };
  if (query.ids !== undefined) conditions.push(among('id', query.ids));
  if (query.status !== undefined) conditions.push(among('status', [query.status]));
  if (query.verdict !== undefined) conditions.push(among('verdict', [query.verdict]));
  if (query.memories !== undefined) {
    // Each side by its own index: with OR, or in order of recording, SQLite would visit every
    // conflict of the bank.
    const side = (column: string): string => {
      values.push(bank);
      return `SELECT num FROM conflict WHERE bank = ? AND ${among(column, query.memories ?? [])}`;
    };
    conditions.push(`num IN (${side('older')} UNION ${side('newer')})`);
  }
  const rows = connection
    .statement(
      `SELECT num, id, record FROM conflict WHERE ${conditions.join(' AND ')} ORDER BY num DESC LIMIT ?`,
    )
    .all(...values, limit + 1) as { num: number }[];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: soundRows<ConflictRow>(connection, 'conflict', bank, shown).map(({ record }) => record),
    next: rows.length > limit && last !== undefined ? String(last.num) : null,
  };
}
