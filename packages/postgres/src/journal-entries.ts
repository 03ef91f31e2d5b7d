import type { JournalEntry, Verb } from '@mneme/core/domain/change.js';
import type { ResultId } from '@mneme/core/domain/feedback.js';
import type { Edge } from '@mneme/core/domain/graph.js';
import type { BankName, EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import { edgeId } from '@mneme/core/adapters/store/edge-id.js';
import { linesAfter, type JournalRow } from '@mneme/core/adapters/store/sql/journal.js';
import { runQuery } from './run-query.js';
import { imageOf } from './journaled-records.js';
import type { BankRow } from './read.js';
import { recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { keyOf } from './stored-tables.js';

/** Changes after the one of this number. They are committed in order of their numbers, since each holds the bank. */
export async function journalSince(
  session: Session,
  bank: BankRow,
  sequence: number,
  limit: number,
): Promise<JournalEntry[]> {
  if (bank.sequence <= sequence) return [];
  const rows = await runQuery(session, linesAfter(bank.num, sequence, limit));
  return entriesOf(session, bank, rows);
}

interface Put {
  readonly kind: 'memory' | 'entity' | 'vote';
  readonly sequence: number;
  readonly id: string;
}

/** What each change founded comes first, in order of recording; then what it replaced. */
const PUT = `
  SELECT 'memory' AS kind, created AS sequence, id, num, 0 AS later FROM memory WHERE bank = $1 AND created = ANY($2::bigint[])
  UNION ALL SELECT 'entity', created, id, num, 0 FROM entity WHERE bank = $1 AND created = ANY($2::bigint[])
  UNION ALL SELECT 'vote', created, id, num, 0 FROM vote WHERE bank = $1 AND created = ANY($2::bigint[])
  UNION ALL SELECT kind, sequence, id, 0, 1 FROM journal_before WHERE bank = $1 AND sequence = ANY($2::bigint[]) AND kind IN ('memory', 'entity', 'vote')
  ORDER BY later, num, id`;

export async function entriesOf(
  session: Session,
  bank: Pick<BankRow, 'num' | 'name'>,
  rows: readonly JournalRow[],
): Promise<JournalEntry[]> {
  if (rows.length === 0) return [];
  const sequences = rows.map(({ sequence }) => sequence);
  const puts = await session.all<Put>(PUT, [bank.num, sequences]);
  const edges = await edgesOf(session, bank.num, sequences);
  const idsOf = (kind: Put['kind'], sequence: number): string[] =>
    puts.filter((put) => put.kind === kind && put.sequence === sequence).map(({ id }) => id);
  return rows.map(({ sequence, at, verb, actor, reason }) => ({
    sequence,
    bank: bank.name as BankName,
    at,
    verb: verb as Verb,
    actor,
    reason,
    memories: idsOf('memory', sequence) as MemoryId[],
    entities: idsOf('entity', sequence) as EntityId[],
    votes: idsOf('vote', sequence) as ResultId[],
    ...edges(sequence),
  }));
}

type Edges = Pick<JournalEntry, 'edges' | 'removedEdges'>;

/** Edges that the changes founded, and those they replaced or took away: of these the journal keeps what they were. */
async function edgesOf(
  session: Session,
  bank: number,
  sequences: readonly number[],
): Promise<(sequence: number) => Edges> {
  const founded = await session.all<RawRow>(
    'SELECT id, num, created, record FROM edge WHERE bank = $1 AND created = ANY($2::bigint[]) ORDER BY num',
    [bank, sequences],
  );
  const images = await session.all<{
    sequence: number;
    id: string;
    image: string | null;
    now: string | null;
  }>(
    `SELECT b.sequence, b.id, b.image, e.record AS now FROM journal_before b
     LEFT JOIN edge e ON e.bank = b.bank AND e.id = b.id
     WHERE b.bank = $1 AND b.sequence = ANY($2::bigint[]) AND b.kind = 'edge' ORDER BY b.id`,
    [bank, sequences],
  );
  return (sequence) => {
    const replaced = images.filter((each) => each.sequence === sequence);
    return {
      edges: [
        ...founded.filter(({ created }) => created === sequence),
        ...replaced.flatMap(({ id, now }) => (now === null ? [] : { id, record: now })),
      ].map((row) => recordOf('edge', row)),
      removedEdges: replaced.flatMap((each) =>
        each.now === null ? (imageOf('edge', each) ?? []) : [],
      ),
    };
  };
}

/** What these links were before they were put anew, newest first. */
export async function findFormerEdges(
  session: Session,
  bank: number,
  edges: readonly Edge[],
): Promise<Edge[]> {
  const keys = [...new Set(edges.map((edge) => keyOf(edgeId(edge))))];
  const rows = await session.all<{ id: string; image: string | null }>(
    "SELECT id, image FROM journal_before WHERE bank = $1 AND kind = 'edge' AND id = ANY($2::text[]) ORDER BY sequence DESC",
    [bank, keys],
  );
  return rows.flatMap((row) => imageOf('edge', row) ?? []);
}
