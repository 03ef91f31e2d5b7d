import type { PortableType } from '../../domain/portable.js';
import type { StoredName } from './stored-tables.js';

/** How one type of record lies in its table. Columns are told by the file itself, so that a new one goes along. */
export interface PortableTable {
  readonly table: StoredName;
  /** What its rows are told in the order of. */
  readonly order: string;
  /** Columns that hold JSON. */
  readonly json: readonly string[];
  /** Columns that hold the number of a change. */
  readonly changes: readonly string[];
  /** What a record is known again by in another bank; none for what has no name of its own. */
  readonly identity: readonly string[];
}

const as = (table: StoredName, more: Partial<PortableTable> = {}): PortableTable => ({
  table,
  order: 'num',
  json: [],
  changes: ['created'],
  identity: ['id'],
  ...more,
});

export const PORTABLE_TABLES: Readonly<Record<PortableType, PortableTable>> = {
  change: as('journal', { order: 'sequence', changes: ['sequence', 'reverts'], identity: [] }),
  session: as('session', { order: 'created, id' }),
  context: as('context', { order: 'created, id' }),
  entity: as('entity', { json: ['aliases'] }),
  goal: as('goal'),
  memory: as('memory', {
    json: ['tags', 'metadata', 'provenance', 'dates', 'images', 'quarantine'],
  }),
  claim: as('claim', { order: 'key, memory, claim', changes: [], json: ['claim'], identity: [] }),
  edge: as('edge', { identity: ['source', 'role', 'target', 'label'] }),
  conflict: as('conflict', { json: ['record'] }),
  vote: as('vote', { json: ['need'] }),
  learned: as('learned', { json: ['record'], changes: ['created', 'changed'] }),
  before: as('journal_before', {
    order: 'sequence, type, id',
    json: ['image'],
    changes: ['sequence'],
    identity: [],
  }),
  removed: as('removed', {
    order: 'type, id, taken',
    json: ['row'],
    changes: ['created', 'taken'],
    identity: [],
  }),
  purposeSample: as('purpose_sample', { order: 'basis, at', changes: [], identity: [] }),
  workingMemory: as('working_memory', {
    order: 'session',
    json: ['data'],
    changes: [],
    identity: [],
  }),
  sealed: as('vault', { order: 'token', changes: [], identity: ['token'] }),
  recall: as('recall_log', { json: ['need', 'delivered'], changes: [], identity: [] }),
};

/** Tables that no export carries: derived from others, told with others, or of the file and not of a bank. */
export const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'bank',
  'embedding',
  'usage',
  'snapshot',
  'snapshot_part',
  'unfinished_erasure',
  // How far work in the background came here.
  'job',
  'api_key',
  'reply',
  // What cannot be read here cannot be told elsewhere.
  'set_aside',
  'memory_text_config',
  'memory_text_data',
  'memory_text_docsize',
  'memory_text_idx',
]);

/** Columns that are of the file and not of the record. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['num', 'bank']);

/** `journal_before` has no bank of its own: its change has. */
export function ofBank(table: string): string {
  return table === 'journal_before'
    ? 'sequence IN (SELECT sequence FROM journal WHERE bank = ?)'
    : 'bank = ?';
}

export interface PortableColumn {
  readonly name: string;
  /** As a record spells it: `saidAt` for `said_at`. */
  readonly field: string;
  readonly type: string;
  readonly required: boolean;
  readonly optionalNull: boolean;
}

export function columnsOf(
  columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly notnull: number;
    readonly dflt_value: unknown;
    readonly pk: number;
  }[],
): PortableColumn[] {
  return columns
    .filter(({ name }) => !OF_THE_FILE.has(name))
    .map(({ name, type, notnull, dflt_value, pk }) => {
      const mayBeNull = notnull === 0 && pk === 0;
      // `type` is the record's own.
      const field =
        name === 'type'
          ? 'kind'
          : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return {
        name,
        field,
        type,
        required: !mayBeNull && dflt_value === null,
        optionalNull: mayBeNull,
      };
    });
}
