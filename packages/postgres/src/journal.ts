import { withDefaults } from '@mneme/core/domain/bank.js';
import {
  JOURNALED_KINDS,
  type ChangeRecord,
  type JournaledKind,
  type JournaledRecords,
  type LoggedChange,
  type Touched,
} from '@mneme/core/domain/reversal.js';
import type { JournalQuery } from '@mneme/core/ports/store.js';
import { edgeId } from '@mneme/core/adapters/store/edge-id.js';
import { imageOf } from './journaled-records.js';
import { findLines, type JournalRow } from '@mneme/core/adapters/store/sql/journal.js';
import { entriesOf } from './journal-entries.js';
import { runQuery } from './run-query.js';
import { settingsOf, type BankRow } from './read.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { RECORD_KINDS } from './stored-tables.js';

export async function findChanges(
  session: Session,
  bank: BankRow,
  query: JournalQuery,
  limit: number,
): Promise<LoggedChange[]> {
  const lines = await runQuery(session, findLines(bank.num, query, limit));
  return loggedChanges(session, bank, lines);
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
  const [change] = await findChanges(session, bank, { sequences: [sequence] }, 1);
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
