import { withDefaults, type Bank, type BankSettings } from '@mneme/core/domain/bank.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  EDGE_FAMILIES,
  type Edge,
  type EdgeFamily,
  type NodeId,
} from '@mneme/core/domain/graph.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { edgeId } from '@mneme/core/adapters/store/edge-id.js';
import { imageOf } from './journaled-records.js';
import { parsed, recordOf, ROW, type RawRow } from './rows.js';
import type { Session } from './session.js';
import type { RecordKind } from './stored-tables.js';

export interface BankRow {
  readonly num: number;
  readonly name: string;
  readonly created_at: number;
  readonly encoder: string;
  readonly sequence: number;
  /** The last place in its order of recording that was given. */
  readonly nums: number;
  readonly settings: string;
}

/** Begins the names of banks that an import is still at: no bank can be called so, and nobody sees them. */
export const UNSEEN = '~';

export function settingsOf({ name, settings }: BankRow): Partial<BankSettings> {
  return parsed(`settings of bank ${name}`, settings) as Partial<BankSettings>;
}

export function bankFromRow(row: BankRow): Bank {
  return {
    name: row.name as BankName,
    createdAt: row.created_at,
    encoder: row.encoder,
    sequence: row.sequence,
    settings: withDefaults(settingsOf(row)),
  };
}

export async function findBank(
  session: Session,
  name: BankName,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<BankRow | null> {
  return (
    (await session.first<BankRow>(`SELECT * FROM bank WHERE name = $1 ${lock}`, [name])) ?? null
  );
}

export async function bankRow(
  session: Session,
  name: BankName,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<BankRow> {
  const row = await findBank(session, name, lock);
  if (row !== null) return row;
  throw noBank(name);
}

export const noBank = (name: BankName): MnemeError =>
  new MnemeError('not_found', `There is no bank named ${name}.`, { field: 'bank', value: name });

/** Every bank that there is and that has a name. */
export function allBanks(session: Session): Promise<BankRow[]> {
  return session.all(`SELECT * FROM bank WHERE left(name, 1) <> '${UNSEEN}' ORDER BY name`);
}

/** What records were at `moment`: the image that the first later change replaced, or the present one; what was not there is left out. */
export async function statesAt<Record extends { readonly id: string }>(
  session: Session,
  bank: number,
  kind: 'memory' | 'goal' | 'vote' | 'learned',
  present: readonly Record[],
  moment: Instant,
): Promise<Record[]> {
  if (present.length === 0) return [];
  const rows = await session.all<{ id: string; image: string | null }>(
    `SELECT DISTINCT ON (b.id) b.id, b.image FROM journal_before b
     JOIN journal j ON j.bank = b.bank AND j.sequence = b.sequence
     WHERE b.bank = $1 AND b.kind = $2 AND b.id = ANY($3::text[]) AND j.at > $4 ORDER BY b.id, b.sequence`,
    [bank, kind, present.map(({ id }) => id), moment],
  );
  const images = new Map(rows.map((row) => [row.id, row]));
  return present.flatMap((record) => {
    const later = images.get(record.id);
    if (later === undefined) return record;
    return (imageOf(kind, later) as Record | null) ?? [];
  });
}

/** Rows of a kind after a place in the order of recording. */
export function rowsAfter(
  session: Session,
  bank: number,
  kind: RecordKind,
  after: number,
  limit: number,
): Promise<RawRow[]> {
  return session.all(
    `SELECT ${ROW} FROM ${kind} WHERE bank = $1 AND num > $2 ORDER BY num LIMIT $3`,
    [bank, after, limit],
  );
}

const GONE = `EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.retracted_at IS NOT NULL AND m.id IN (e.evidence, e.source, e.target))`;

const sideSql = (column: 'source' | 'target'): string =>
  `SELECT s.num, s.id, s.record FROM unnest($2::text[]) AS w (node) CROSS JOIN LATERAL (
     SELECT e.num, e.id, e.record FROM edge e WHERE e.bank = $1 AND e.${column} = w.node AND e.family = ANY($3::text[])
       AND NOT ${GONE} ORDER BY e.weight DESC, e.num DESC LIMIT $4) AS s`;

/** Edges of the asked nodes, strongest first; a link goes with the memory it was read in or that it touches. */
export async function findNeighbours(
  session: Session,
  bank: number,
  ids: readonly NodeId[],
  families: readonly EdgeFamily[],
  limit: number,
): Promise<Edge[]> {
  if (ids.length === 0) return [];
  const rows = await session.all<RawRow>(`${sideSql('source')} UNION ALL ${sideSql('target')}`, [
    bank,
    ids,
    families.length < EDGE_FAMILIES.length ? families : [...EDGE_FAMILIES],
    Math.min(limit, Number.MAX_SAFE_INTEGER),
  ]);
  const edges = new Map<string, Edge>();
  for (const row of rows) {
    const edge = recordOf('edge', row);
    edges.set(edgeId(edge), edge);
  }
  return [...edges.values()].sort((one, other) => other.weight - one.weight);
}
