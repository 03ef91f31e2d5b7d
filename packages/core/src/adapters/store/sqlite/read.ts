import { withDefaults, type Bank, type BankSettings } from '../../../domain/bank.js';
import { MnemeError } from '../../../domain/errors.js';
import { EDGE_FAMILIES, type Edge, type EdgeFamily, type NodeId } from '../../../domain/graph.js';
import type { BankName } from '../../../domain/ids.js';
import type { Instant } from '../../../domain/time.js';
import { edgeId } from '../edge-id.js';
import { Conditions, records, rows, type Query } from '../sql/query.js';
import type { Connection } from './connection.js';
import { soundRow } from './sound-rows.js';

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

/** The encoder of most of the bank's semantic vectors; empty if there are none. */
export function commonEncoder(connection: Connection, bank: number): string {
  const row = connection
    .statement(
      `SELECT x.encoder FROM memory m JOIN embedding x ON x.memory = m.num
       WHERE m.bank = ? AND x.space = 'semantic' GROUP BY x.encoder ORDER BY count(*) DESC LIMIT 1`,
    )
    .get(bank) as { encoder: unknown } | undefined;
  return typeof row?.encoder === 'string' ? row.encoder : '';
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
  // One that cannot be read: its state then is unknown.
  const image =
    soundRow<{ image: T | null }>(connection, 'journal_before', bank, row)?.image ?? null;
  // An image from before pictures existed has no field for them.
  return image !== null && type === 'memory' ? { images: [], ...image } : image;
}

/** Edges of the given nodes, strongest first; a link is hidden with the memory that states it or that it touches. */
export function* findNeighbours(
  bank: number,
  ids: readonly NodeId[],
  families: readonly EdgeFamily[],
  limit: number,
): Query<Edge[]> {
  const asked = families.length < EDGE_FAMILIES.length ? families : undefined;
  const retracted = 'SELECT id FROM memory WHERE bank = ? AND retracted_at IS NOT NULL';
  // Most banks have forgotten nothing; then edges need no second check.
  const gone = (yield* rows('memory', bank, `${retracted} LIMIT 1`, bank)).length > 0;
  const live = gone
    ? 'AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.retracted_at IS NOT NULL AND m.id IN (e.evidence, e.source, e.target))'
    : '';
  const edges = new Map<string, Edge>();
  for (const id of ids) {
    for (const column of ['source', 'target']) {
      const { sql, values } = new Conditions()
        .require('e.bank = ?', bank)
        .require(`e.${column} = ?`, id)
        .require('e.family IN ?', asked);
      const found = yield* records(
        'edge',
        bank,
        `edge e WHERE ${sql} ${live} ORDER BY e.weight DESC, e.num DESC LIMIT ?`,
        ...[...values, limit],
      );
      for (const edge of found) edges.set(edgeId(edge), edge);
    }
  }
  return [...edges.values()].sort((a, b) => b.weight - a.weight);
}
