import { withDefaults } from '../../../domain/bank.js';
import type { MemoryId } from '../../../domain/ids.js';
import {
  JOURNALED_KINDS,
  type ChangeRecord,
  type JournaledKind,
  type JournaledRecords,
  type LoggedChange,
  type Touched,
} from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import type { JournalQuery, Page } from '../../../ports/store.js';
import { edgeId } from '../edge-id.js';
import { pageOf, parseCursor } from '../pages.js';
import { imageOf } from './journaled-records.js';
import { entriesOf, LINE, type JournalRow } from './journal-entries.js';
import type { PgValue } from './postgres-database.js';
import { settingsOf, type BankRow } from './read.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { RECORD_KINDS } from './stored-tables.js';

export async function findChanges(
  session: Session,
  bank: BankRow,
  { sequences, before, from, to, verbs, memory }: JournalQuery,
  limit: number,
): Promise<LoggedChange[]> {
  const values: PgValue[] = [bank.num];
  const conditions = ['bank = $1'];
  const require = (value: PgValue | undefined, sql: (mark: string) => string): void => {
    if (value !== undefined) conditions.push(sql(`$${values.push(value)}`));
  };
  require(sequences, (mark) => `sequence = ANY(${mark}::bigint[])`);
  require(before, (mark) => `sequence < ${mark}`);
  require(from, (mark) => `at >= ${mark}`);
  require(to, (mark) => `at < ${mark}`);
  require(verbs, (mark) => `verb = ANY(${mark}::text[])`);
  require(memory, (
    mark,
  ) => `sequence IN (SELECT created FROM memory WHERE bank = $1 AND id = ${mark}
     UNION ALL SELECT sequence FROM journal_before WHERE bank = $1 AND kind = 'memory' AND id = ${mark})`);
  const rows = await session.all<JournalRow>(
    `SELECT ${LINE} FROM journal WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT $${values.push(limit)}`,
    values,
  );
  return loggedChanges(session, bank, rows);
}

async function loggedChanges(
  session: Session,
  bank: BankRow,
  rows: readonly JournalRow[],
): Promise<LoggedChange[]> {
  const entries = await entriesOf(session, bank, rows);
  const undoing = await session.all<{ reverts: number; by: number }>(
    'SELECT reverts, max(sequence) AS by FROM journal WHERE bank = $1 AND reverts = ANY($2::bigint[]) GROUP BY reverts',
    [bank.num, rows.map(({ sequence }) => sequence)],
  );
  const undoneBy = new Map(undoing.map(({ reverts, by }) => [reverts, by]));
  return entries.map((entry, at) => ({
    ...entry,
    reverts: rows[at]?.reverts ?? null,
    revertedBy: undoneBy.get(entry.sequence) ?? null,
  }));
}

export async function findTouchedMemories(
  session: Session,
  bank: number,
  [from, to]: readonly [Instant, Instant],
  limit: number,
  after?: string,
): Promise<Page<MemoryId>> {
  const rows = await session.all<{ num: number; id: MemoryId }>(
    `WITH changes AS (SELECT sequence FROM journal WHERE bank = $1 AND at > $2 AND at <= $3)
     SELECT m.num, m.id FROM memory m WHERE m.bank = $1 AND m.num > $4 AND (
       m.created IN (SELECT sequence FROM changes)
       OR m.id IN (SELECT b.id FROM journal_before b JOIN changes c USING (sequence) WHERE b.bank = $1 AND b.kind = 'memory'))
     ORDER BY m.num LIMIT $5`,
    [bank, from, to, parseCursor(after), limit + 1],
  );
  return pageOf(rows, limit, ({ id }) => id);
}

interface Mark {
  readonly kind: JournaledKind;
  readonly id: string;
}

/** Records that the change founded, replaced or took away; also those that are gone since. */
const TOUCHED = [
  ...RECORD_KINDS.map(
    (kind) => `SELECT '${kind}' AS kind, id, num FROM ${kind} WHERE bank = $1 AND created = $2`,
  ),
  'SELECT kind, id, num FROM removed WHERE bank = $1 AND created = $2',
  'SELECT kind, id, 0 FROM journal_before WHERE bank = $1 AND sequence = $2',
].join(' UNION ALL ');

export async function readChangeRecord(
  session: Session,
  bank: BankRow,
  sequence: number,
): Promise<ChangeRecord | null> {
  const row = await session.first<JournalRow>(
    `SELECT ${LINE} FROM journal WHERE bank = $1 AND sequence = $2`,
    [bank.num, sequence],
  );
  const [change] = row === undefined ? [] : await loggedChanges(session, bank, [row]);
  if (change === undefined) return null;
  const marks = await session.all<Mark>(
    `SELECT kind, id, min(num) AS num FROM (${TOUCHED}) AS t GROUP BY kind, id ORDER BY min(num), id`,
    [bank.num, sequence],
  );
  const touched: Touched[] = [];
  for (const kind of JOURNALED_KINDS) {
    const ids = marks.filter((mark) => mark.kind === kind).map(({ id }) => id);
    if (ids.length > 0) touched.push(...(await touchedRecords(session, bank, kind, ids, sequence)));
  }
  return { change, touched };
}

interface ImageRow {
  readonly sequence: number;
  readonly id: string;
  readonly image: string | null;
}

async function touchedRecords(
  session: Session,
  bank: BankRow,
  kind: JournaledKind,
  ids: readonly string[],
  sequence: number,
): Promise<Touched[]> {
  const images = await session.all<ImageRow>(
    `SELECT sequence, id, image FROM journal_before
     WHERE bank = $1 AND kind = $2 AND id = ANY($3::text[]) AND sequence >= $4 ORDER BY sequence`,
    [bank.num, kind, ids, sequence],
  );
  const now = await presentOf(session, bank, kind, ids);
  return ids.map((id) => {
    const own = images.filter((image) => image.id === id);
    const at = own.find((image) => image.sequence === sequence);
    const later = own.filter((image) => image.sequence > sequence);
    const [next] = later;
    const present = now(id);
    const before = at === undefined ? null : imageOf(kind, at);
    const after = next === undefined ? present : imageOf(kind, next);
    return {
      kind,
      id: namedOf(kind, id, [before, after, present]),
      before,
      after,
      now: present,
      later: later.map((image) => image.sequence),
    } as Touched;
  });
}

/** Of a link with a long label the table has a shorter name. */
function namedOf(kind: JournaledKind, id: string, states: readonly unknown[]): string {
  const known = kind === 'edge' ? states.find((state) => state !== null) : undefined;
  return known === undefined ? id : edgeId(known as JournaledRecords['edge']);
}

async function presentOf(
  session: Session,
  bank: BankRow,
  kind: JournaledKind,
  ids: readonly string[],
): Promise<(id: string) => JournaledRecords[JournaledKind] | null> {
  if (kind === 'bank') return () => withDefaults(settingsOf(bank));
  const rows = await session.all<RawRow>(
    `SELECT id, record FROM ${kind} WHERE bank = $1 AND id = ANY($2::text[])`,
    [bank.num, ids],
  );
  const present = new Map(rows.map((row) => [row.id, recordOf(kind, row)]));
  return (id) => present.get(id) ?? null;
}
