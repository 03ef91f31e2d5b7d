import type { PortableType } from '../../domain/import-export.js';
import type { StoredName } from './stored-tables.js';

/**
 * How one type of record is stored in its table. Columns are read from the file itself, so that new ones
 * are included.
 */
export interface PortableTable {
  readonly table: StoredName;
  /** The sort order of its rows. */
  readonly order: string;
  /** Columns that contain JSON. */
  readonly json: readonly string[];
  /** Columns that contain the number of a change. */
  readonly changes: readonly string[];
  /** What identifies a record in another bank; none for records without an id. */
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
    json: ['tags', 'metadata', 'provenance', 'dates', 'images', 'quarantine', 'note'],
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
  workingMemory: as('working_memory', {
    order: 'session',
    json: ['data'],
    changes: [],
    identity: [],
  }),
  sealed: as('vault', { order: 'token', changes: [], identity: ['token'] }),
  recall: as('recall_log', { json: ['need', 'delivered'], changes: [], identity: [] }),
};

/**
 * Tables that no export includes: derived from others, exported with others, or belonging to the file and
 * not to a bank.
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
  // What cannot be read here cannot be exported.
  'set_aside',
  'memory_text_config',
  'memory_text_data',
  'memory_text_docsize',
  'memory_text_idx',
]);

/** Columns that belong to the file and not to the record. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['num', 'bank']);

/** `journal_before` has no bank column: its change has. */
export function ofBank(table: string): string {
  return table === 'journal_before'
    ? 'sequence IN (SELECT sequence FROM journal WHERE bank = ?)'
    : 'bank = ?';
}

export interface PortableColumn {
  readonly name: string;
  /** In the record's spelling: `saidAt` for `said_at`. */
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
