import type { Edge } from '../../../domain/graph.js';
import type { JournaledRecords } from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import { edgeId, type Removable } from '../record-keys.js';
import type { Dialect, RemovedRow, StoredImage } from './dialect.js';
import { raw, rows, type Query } from './query.js';

const STATES = `SELECT id, image FROM (
    SELECT b.id, b.image, row_number() OVER (PARTITION BY b.id ORDER BY b.sequence) AS n
    FROM journal_before b JOIN journal j ON {lineOf}
    WHERE j.bank = ? AND b.{kind} = ? AND b.id IN ? AND j.at > ?) AS later WHERE n = 1`;

/**
 * The states of records at a moment: the image that the first later change replaced, else the current state; records
 * that did not exist are left out.
 */
export function* statesAt<Kind extends 'memory' | 'goal' | 'vote' | 'learned'>(
  { past }: Pick<Dialect, 'past'>,
  kind: Kind,
  bank: number,
  present: readonly JournaledRecords[Kind][],
  at: Instant,
): Query<JournaledRecords[Kind][]> {
  if (present.length === 0) return [];
  const ids = present.map(({ id }) => id);
  const images = yield* raw<StoredImage>(STATES, bank, kind, ids, at);
  const later = new Map(images.map((image) => [image.id, image]));
  return present.flatMap((record) => {
    const image = later.get(record.id);
    // For an unreadable image, the state is unknown.
    return image === undefined ? record : (past.ofImage(bank, kind, image) ?? []);
  });
}

/** Previous versions of edges in the journal, newest first. */
export function* findFormerEdges(
  { past, keyOf }: Dialect,
  bank: number,
  edges: readonly Edge[],
): Query<Edge[]> {
  const images = yield* raw<StoredImage>(
    `SELECT b.id, b.image FROM journal_before b WHERE {ofBank} AND b.{kind} = 'edge' AND b.id IN ? ORDER BY b.sequence DESC`,
    ...[bank, [...new Set(edges.map((edge) => keyOf(edgeId(edge))))]],
  );
  return images.flatMap((image) => past.ofImage(bank, 'edge', image) ?? []);
}

const TAKEN = `('${(['entity', 'context', 'session', 'vote', 'conflict', 'edge'] satisfies Removable[]).join("', '")}')`;

/** The removed records of a bank, in a fixed order; `more` is a condition on table `r`. */
export function* removedRows(
  { past }: Dialect,
  bank: number,
  more = '',
  ...values: readonly (readonly string[])[]
): Query<RemovedRow[]> {
  const found = yield* rows<Readonly<Record<string, unknown>>>(
    'removed',
    bank,
    `SELECT ${past.removedColumns} FROM removed r WHERE r.bank = ? AND r.{kind} IN ${TAKEN} ${more} ORDER BY r.{kind}, r.id, r.taken`,
    ...[bank, ...values],
  );
  return found.flatMap((row) => past.ofRemoved(row) ?? []);
}
