import type { MemoryId } from '../../../domain/ids.js';
import type { Instant } from '../../../domain/time.js';
import type { JournalQuery, Page } from '../../../ports/store.js';
import { pageOf, parseCursor } from '../pages.js';
import { Conditions, rows, type Query } from './query.js';

/** A change's line in the journal. */
export interface JournalRow {
  readonly sequence: number;
  readonly at: number;
  readonly verb: string;
  readonly actor: string;
  readonly reason: string;
  readonly reverts: number | null;
}

const LINE = 'SELECT sequence, at, verb, actor, reason, reverts FROM journal WHERE';

/** Lines that are asked for, the latest first. */
export function findLines(
  bank: number,
  { sequences, before, from, to, verbs, memory }: JournalQuery,
  limit: number,
): Query<readonly JournalRow[]> {
  const { sql, values } = new Conditions()
    .require('bank = ?', bank)
    .require('sequence IN ?', sequences)
    .require('sequence < ?', before)
    .require('at >= ?', from)
    .require('at < ?', to)
    .require('verb IN ?', verbs)
    .require(
      `sequence IN (SELECT created FROM memory WHERE bank = ? AND id = ?
         UNION ALL SELECT sequence FROM journal_before b WHERE {imageOf} = 'memory' AND b.id = ?)`,
      ...[bank, memory, bank, memory],
    );
  const asked = `${LINE} ${sql} ORDER BY sequence DESC LIMIT ?`;
  return rows('journal', bank, asked, ...values, limit);
}

/** Lines after a change, in order. */
export function linesAfter(
  bank: number,
  sequence: number,
  limit: number,
): Query<readonly JournalRow[]> {
  const asked = `${LINE} bank = ? AND sequence > ? ORDER BY sequence LIMIT ?`;
  return rows('journal', bank, asked, bank, sequence, limit);
}

/** Memories that changes between two moments put or replaced, in order of recording. */
export function* findTouchedMemories(
  bank: number,
  [from, to]: readonly [Instant, Instant],
  limit: number,
  after?: string,
): Query<Page<MemoryId>> {
  const found = yield* rows<{ num: number; id: MemoryId }>(
    'memory',
    bank,
    `WITH changes AS (SELECT sequence FROM journal WHERE bank = ? AND at > ? AND at <= ?)
     SELECT m.num, m.id FROM memory m WHERE m.bank = ? AND m.num > ? AND (
       m.created IN (SELECT sequence FROM changes)
       OR m.id IN (SELECT b.id FROM changes c JOIN journal_before b ON b.sequence = c.sequence WHERE {imageOf} = 'memory'))
     ORDER BY m.num LIMIT ?`,
    ...[bank, from, to, bank, parseCursor(after), bank, limit + 1],
  );
  return pageOf(found, limit, ({ id }) => id);
}
