import type { PortableRecord, PortableType } from '../../../domain/import-export.js';
import { cellsOf, damagedCells, type StoredName } from '../stored-tables.js';

/** The table of each record type. */
export const PORTABLE_TABLES = {
  change: 'journal',
  session: 'session',
  context: 'context',
  entity: 'entity',
  goal: 'goal',
  memory: 'memory',
  claim: 'claim',
  edge: 'edge',
  conflict: 'conflict',
  vote: 'vote',
  learned: 'learned',
  before: 'journal_before',
  removed: 'removed',
  workingMemory: 'working_memory',
  sealed: 'vault',
  recall: 'recall_log',
} as const satisfies Readonly<Record<PortableType, StoredName>>;

/**
 * Tables that no export includes: derived from others, exported with others, or belonging to the file rather than to
 * a bank.
 */
export const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'bank',
  'embedding',
  'usage',
  'snapshot',
  'snapshot_part',
  'unfinished_erasure',
  // The progress of background jobs here.
  'job',
  'api_key',
  'reply',
  // Unreadable rows cannot be exported.
  'set_aside',
  'memory_text_config',
  'memory_text_data',
  'memory_text_docsize',
  'memory_text_idx',
]);

/** A record that cannot be imported; the message is shown to users. */
export class RefusedRecordError extends Error {}

/** Fields that contain the number of a change. */
const CHANGE_FIELDS = ['created', 'changed', 'sequence', 'taken', 'reverts'] as const;
/** Fields of an exported memory that its row does not contain. */
const EXTRA_MEMORY_FIELDS: ReadonlySet<string> = new Set(['vectors', 'usage']);
/** Fields that exports of earlier versions lack. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'images',
  'quarantine',
  'note',
  'traits',
  'terms',
  'reverts',
]);

const cellName = (type: string, field: string): string =>
  field === 'kind' && (type === 'entity' || type === 'before' || type === 'removed')
    ? 'type'
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Refuses records that no export can contain: unknown or missing fields, invalid values, numbers of changes that do
 * not exist.
 */
export function assertFits(record: PortableRecord, lastChange: number): void {
  const { type, ...fields } = record;
  const table = PORTABLE_TABLES[type];
  const cells = cellsOf(table);
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if ((CHANGE_FIELDS as readonly string[]).includes(field)) {
      if (value !== null) assertChange(field, value, lastChange);
      if (cells[field] === undefined) continue;
    }
    if (type === 'memory' && EXTRA_MEMORY_FIELDS.has(field)) continue;
    const name = cellName(type, field);
    const cell = cells[name];
    if (cell === undefined) throw new RefusedRecordError(`${field} is no field of a ${type}`);
    row[name] = cell.json && value !== null ? JSON.stringify(value) : value;
  }
  for (const name of Object.keys(cells))
    if (!(name in row) && !OPTIONAL.has(name) && !cells[name]?.fits(null, row))
      throw new RefusedRecordError(`${name} is missing`);
  const unfit = damagedCells(table, row);
  if (unfit.length > 0)
    throw new RefusedRecordError(`${unfit.join(', ')} cannot be what a bank told of a ${type}`);
  if (type === 'removed') assertColumns(fields['kind'], fields['row']);
}

/** A removed row has columns of its table alone, and not the file's own numbers. */
function assertColumns(kind: unknown, row: unknown): void {
  const table = PORTABLE_TABLES[kind as PortableType] as StoredName | undefined;
  if (table === undefined)
    throw new RefusedRecordError(`kind: a ${String(kind)} is never taken away`);
  const cells = cellsOf(table);
  const unknown = Object.keys(row ?? {}).find((name) => cells[name] === undefined);
  if (unknown !== undefined)
    throw new RefusedRecordError(`row: ${unknown} is no column of a ${String(kind)}`);
}

function assertChange(field: string, value: unknown, last: number): void {
  if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > last)
    throw new RefusedRecordError(`${field} is no change of this bank: it had ${last}`);
}
