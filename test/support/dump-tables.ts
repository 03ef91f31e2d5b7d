import { openDatabase } from '../../packages/core/src/adapters/store/sqlite/open-database.js';
import { withDefaults } from '../../packages/core/src/domain/bank.js';

type Row = Readonly<Record<string, unknown>>;
export type Dump = Readonly<Record<string, readonly Row[]>>;

/** What is no state of a bank: the journal itself, what use left behind, caches, scratch, and the vault, which keeps for good. */
const LEFT_OUT = new Set([
  'journal',
  'journal_before',
  'removed',
  'usage',
  'recall_log',
  'working_memory',
  'snapshot',
  'snapshot_part',
  'vault',
  'unfinished_erasure',
  'api_key',
  'reply',
]);
/** Columns that count changes. */
const COUNTED = new Set(['sequence', 'changed']);
/** Tables whose rows are retracted, not taken away. */
const RETRACTED = ['memory', 'goal', 'learned'] as const;

/** Every row of every table of a bank's state, in order. */
export function dumpTables(path: string): Dump {
  const database = openDatabase(path, true);
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'memory_text_%' ORDER BY name",
    )
    .all() as { name: string }[];
  const kept = tables
    .map(({ name }) => name)
    .filter((name) => !LEFT_OUT.has(name) && name !== 'memory_text');
  const dump = Object.fromEntries(
    kept.map((name) => [
      name,
      (database.prepare(`SELECT * FROM ${name}`).all() as Row[]).map(stateOf),
    ]),
  );
  database.close();
  return dump;
}

function stateOf(row: Row): Row {
  const state = Object.fromEntries(Object.entries(row).filter(([column]) => !COUNTED.has(column)));
  // A bank that was never configured has what one has that was set back.
  return typeof state['settings'] === 'string'
    ? {
        ...state,
        settings: withDefaults(JSON.parse(state['settings']) as Parameters<typeof withDefaults>[0]),
      }
    : state;
}

/** A later dump without what was founded since the earlier: of that, only what is retracted may be there. `standing` names what is not. */
export function dumpWithout(
  later: Dump,
  earlier: Dump,
): { readonly dump: Dump; readonly standing: readonly Row[] } {
  const known = new Set(
    RETRACTED.flatMap((table) => (earlier[table] ?? []).map((row) => row['id'])),
  );
  const founded = RETRACTED.flatMap((table) =>
    (later[table] ?? []).filter((row) => !known.has(row['id'])),
  );
  const ids = new Set(
    founded.flatMap((row) => [
      row['id'],
      ...(typeof row['content'] === 'string' ? [row['num']] : []),
    ]),
  );
  // What was read off a memory goes by the memory's id or number.
  const dump = Object.fromEntries(
    Object.entries(later).map(([table, rows]) => [
      table,
      rows.filter(
        (row) =>
          !ids.has(row['id']) &&
          !(['claim', 'embedding'].includes(table) && ids.has(row['memory'])),
      ),
    ]),
  );
  return {
    dump,
    standing: founded.filter(
      (row) =>
        (typeof row['record'] === 'string'
          ? (JSON.parse(row['record']) as Row)['retractedAt']
          : row['retracted_at']) === null,
    ),
  };
}
