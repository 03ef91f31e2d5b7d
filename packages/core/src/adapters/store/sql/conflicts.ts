import type { Conflict, StoredClaim } from '../../../domain/conflict.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { ConflictQuery, Page } from '../../../ports/store.js';
import { pageOf, parseCursor } from '../pages.js';
import { Conditions, placed, rows, type Query } from './query.js';

export function* findConflicts(
  bank: number,
  { ids, status, verdict, memories }: ConflictQuery,
  limit: number,
  after?: string,
): Query<Page<Conflict>> {
  // The conflicts of some memories are found on each side by its own index: with OR, or in order of
  // recording, SQLite would visit every conflict of the bank.
  const side = (column: string): string =>
    `SELECT num FROM conflict WHERE bank = ? AND ${column} IN ?`;
  const asked = new Conditions()
    .require(memories === undefined ? 'bank = ?' : '{unindexed}bank = ?', bank)
    .require('num < ?', after === undefined ? undefined : parseCursor(after))
    .require('id IN ?', ids)
    .require('status = ?', status)
    .require('verdict = ?', verdict)
    .require(`num IN (${side('older')} UNION ${side('newer')})`, bank, memories, bank, memories);
  const found = yield* placed(
    'conflict',
    bank,
    `conflict WHERE ${asked.sql} ORDER BY num DESC LIMIT ?`,
    ...[...asked.values, limit + 1],
  );
  return pageOf(found, limit, ({ record }) => record);
}

/** The store treats a claim as opaque text; its readers interpret it. */
export function* claimsOfMemories(
  bank: number,
  memories: readonly MemoryId[],
): Query<StoredClaim[]> {
  const claims = yield* rows<ClaimRow>(
    'claim',
    bank,
    'SELECT key, memory, claim FROM claim WHERE bank = ? AND memory IN ? ORDER BY key, memory, claim',
    ...[bank, memories],
  );
  return claims.map(asStored);
}

export interface ClaimRow {
  readonly key: string;
  readonly memory: MemoryId;
  readonly claim: object;
}

export const asStored = ({ key, memory, claim }: ClaimRow): StoredClaim => ({
  key,
  memory,
  claim: JSON.stringify(claim),
});
