import type { PortableRecord } from '@mneme/core/domain/import-export.js';
import { edgeFrom } from '@mneme/core/adapters/store/portable-fields.js';
import { PORTABLE_TABLES } from '@mneme/core/adapters/store/portable-tables.js';
import { cellsOf, damagedCells } from '@mneme/core/adapters/store/stored-tables.js';
import { idOf, RECORD_KINDS, type RecordKind } from './stored-tables.js';

/** A record that cannot be taken in; the reason is for people. */
export class Refused extends Error {}

const NAMED: ReadonlySet<string> = new Set<string>(RECORD_KINDS);

/** What a record is known again by; null for what has no name of its own, and for a sealed value, which has its token. */
export function keyOfPortable(record: PortableRecord): readonly [RecordKind, string] | null {
  const { type } = record;
  if (!NAMED.has(type)) return null;
  const kind = type as RecordKind;
  return [kind, idOf(kind, kind === 'edge' ? edgeFrom(record) : { id: String(record['id']) })];
}

/** Fields that hold the number of a change. */
const CHANGE_FIELDS = ['created', 'changed', 'sequence', 'taken', 'reverts'] as const;
/** Told of a memory beside what its own row holds. */
const BESIDE: ReadonlySet<string> = new Set(['vectors', 'usage']);
/** What may be missing: exports from before these were known lack them. */
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

/** Refuses what no bank can have told: unknown or missing fields, values of another form, numbers of changes that there were not. */
export function assertFits(record: PortableRecord, lastChange: number): void {
  const { type, ...fields } = record;
  const { table } = PORTABLE_TABLES[type];
  const cells = cellsOf(table);
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if ((CHANGE_FIELDS as readonly string[]).includes(field)) {
      if (value !== null) assertChange(field, value, lastChange);
      if (cells[field] === undefined) continue;
    }
    if (type === 'memory' && BESIDE.has(field)) continue;
    const name = cellName(type, field);
    const cell = cells[name];
    if (cell === undefined) throw new Refused(`${field} is no field of a ${type}`);
    row[name] = cell.json && value !== null ? JSON.stringify(value) : value;
  }
  for (const name of Object.keys(cells))
    if (!(name in row) && !OPTIONAL.has(name) && !cells[name]?.fits(null, row))
      throw new Refused(`${name} is missing`);
  const unfit = damagedCells(table, row);
  if (unfit.length > 0)
    throw new Refused(`${unfit.join(', ')} cannot be what a bank told of a ${type}`);
}

function assertChange(field: string, value: unknown, last: number): void {
  if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > last)
    throw new Refused(`${field} is no change of this bank: it had ${last}`);
}
