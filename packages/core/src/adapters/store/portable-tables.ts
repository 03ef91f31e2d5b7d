import type { PortableType } from '../../domain/import-export.js';
import type { StoredName } from './stored-tables.js';

/** Where each type of record lies. */
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
