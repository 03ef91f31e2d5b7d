import type { Erasure } from '../../../domain/forgetting.js';
import { NameMatcher } from '../../../domain/name-matcher.js';
import type { Steps } from '../../../domain/pace.js';
import type { Connection } from './connection.js';
import { markUnfinished } from './scrub.js';
import { dropSnapshot } from '../sql/snapshots.js';
import { runQuery } from './run-query.js';
import type { SqliteValue } from './sqlite-database.js';
import { pagesOf, quote, storedTables, type StoredTable } from './table-rows.js';

const ID = /(?<![a-z0-9])[a-z]_[0-9a-z]{13}(?![a-z0-9])/g;
const AMONG = 'IN (SELECT value FROM json_each(?))';

/**
 * Inside the running transaction: removes records from every table, and names from every text, including
 * everything the journal has of them.
 */
export function* eraseAll(connection: Connection, bank: number, erasure: Erasure): Steps<void> {
  const memories = JSON.stringify(erasure.memories);
  const gone = JSON.stringify([...erasure.memories, ...erasure.entities, ...erasure.learned]);
  const contexts = touched(connection, 'context', bank, memories);
  const sessions = touched(connection, 'session', bank, memories);
  yield* dropMemories(connection, bank, memories);
  const remove = (sql: string, ...values: SqliteValue[]): unknown =>
    connection.statement(sql).run(bank, ...values);
  remove(`DELETE FROM entity WHERE bank = ? AND id ${AMONG}`, JSON.stringify(erasure.entities));
  remove(
    `DELETE FROM edge WHERE bank = ? AND (source ${AMONG} OR target ${AMONG} OR evidence ${AMONG})`,
    gone,
    gone,
    gone,
  );
  remove(`DELETE FROM vote WHERE bank = ? AND memory ${AMONG}`, memories);
  remove(
    `DELETE FROM conflict WHERE bank = ? AND (older ${AMONG} OR newer ${AMONG})`,
    memories,
    memories,
  );
  // The reason for changing or retracting a record may quote it.
  remove(
    `UPDATE journal SET reason = '' WHERE bank = ? AND (sequence IN (SELECT sequence FROM journal_before WHERE id ${AMONG})
       OR sequence IN (SELECT created FROM learned WHERE id ${AMONG}))`,
    gone,
    gone,
  );
  remove(`DELETE FROM learned WHERE bank = ? AND id ${AMONG}`, JSON.stringify(erasure.learned));
  rename(connection, bank, erasure);
  remove(
    `DELETE FROM journal_before WHERE sequence IN (SELECT sequence FROM journal WHERE bank = ?) AND id ${AMONG}`,
    gone,
  );
  remove(`DELETE FROM vault WHERE bank = ? AND token ${AMONG}`, JSON.stringify(erasure.tokens));
  // Recorded questions name people by scattered stems: they are usage records, so they are
  // expendable.
  remove('DELETE FROM recall_log WHERE bank = ?');
  dropEmpty(connection, bank, 'context', contexts);
  dropEmpty(connection, bank, 'session', sessions);
  dropTakenAway(connection, bank, new Set<string>(erasure.memories));
  runQuery(connection, dropSnapshot(bank));
  // Rows set aside as raw bytes cannot be searched for names.
  remove(`DELETE FROM set_aside WHERE (bank = ? OR bank IS NULL) AND instr(row, '{"base64":') > 0`);
  yield* sweep(connection, bank, erasure);
  markUnfinished(connection, bank);
}

/** Inside the running transaction, before anything is put: removes what was derived from a text that changes. */
export function dropDerived(
  connection: Connection,
  bank: number,
  rewritten: readonly string[],
): void {
  const ids = JSON.stringify(rewritten);
  connection
    .statement(
      `DELETE FROM embedding WHERE space <> 'multimodal' AND memory IN (SELECT num FROM memory WHERE bank = ? AND id ${AMONG})`,
    )
    .run(bank, ids);
  connection.statement(`DELETE FROM claim WHERE bank = ? AND memory ${AMONG}`).run(bank, ids);
}

function touched(
  connection: Connection,
  column: 'context' | 'session',
  bank: number,
  memories: string,
): string {
  const rows = connection
    .statement(
      `SELECT DISTINCT ${column} AS id FROM memory WHERE bank = ? AND ${column} IS NOT NULL AND id ${AMONG}`,
    )
    .all(bank, memories) as { id: string }[];
  return JSON.stringify(rows.map(({ id }) => id));
}

function* dropMemories(connection: Connection, bank: number, memories: string): Steps<void> {
  const rows = connection
    .statement(`SELECT num, terms FROM memory WHERE bank = ? AND id ${AMONG}`)
    .all(bank, memories) as { num: number; terms: string | null }[];
  for (const { num, terms } of rows) {
    if (terms !== null)
      connection
        .statement("INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)")
        .run(num, terms);
    for (const table of ['embedding', 'usage'])
      connection.statement(`DELETE FROM ${table} WHERE memory = ?`).run(num);
    connection.statement('DELETE FROM memory WHERE num = ?').run(num);
    yield;
  }
  connection.statement(`DELETE FROM claim WHERE bank = ? AND memory ${AMONG}`).run(bank, memories);
}

/** Renames what was named by erased words, including everything the journal has of the old names. */
function rename(connection: Connection, bank: number, { contexts, renamed }: Erasure): void {
  for (const { id, name } of contexts)
    connection
      .statement('UPDATE context SET name = ? WHERE bank = ? AND id = ?')
      .run(name, bank, id);
  forgetPast(
    connection,
    bank,
    ['entity', 'context'],
    JSON.stringify([...renamed, ...contexts.map(({ id }) => id)]),
  );
}

/** Removes what only erased memories belonged to, with its links and its past. */
function dropEmpty(
  connection: Connection,
  bank: number,
  table: 'context' | 'session',
  ids: string,
): void {
  const empty = connection
    .statement(
      `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = ? AND m.${table} = value)`,
    )
    .all(ids, bank) as { id: string }[];
  for (const { id } of empty) {
    connection.statement(`DELETE FROM ${table} WHERE bank = ? AND id = ?`).run(bank, id);
    connection
      .statement('DELETE FROM edge WHERE bank = ? AND (source = ? OR target = ?)')
      .run(bank, id, id);
    if (table === 'session')
      connection
        .statement('DELETE FROM working_memory WHERE bank = ? AND session = ?')
        .run(bank, id);
  }
  forgetPast(connection, bank, [table], JSON.stringify(empty.map(({ id }) => id)));
}

/** Erases entities that an undo had removed and only the erased memories mentioned; their removed edges show which. */
function dropTakenAway(connection: Connection, bank: number, gone: ReadonlySet<string>): void {
  const rows = connection
    .statement("SELECT row FROM removed WHERE bank = ? AND type = 'edge'")
    .all(bank) as { row: string }[];
  const touched = new Set<string>();
  const borneOut = new Set<string>();
  for (const { row } of rows) {
    const { source, target, evidence } = parsed(row) as Record<string, string | null>;
    const goes = [source, target, evidence].some((id) => gone.has(id ?? ''));
    for (const end of [source, target]) (goes ? touched : borneOut).add(end ?? '');
  }
  const named = connection.statement(
    'SELECT 1 FROM edge WHERE bank = ? AND (source = ? OR target = ?) LIMIT 1',
  );
  const unknown = [...touched].filter(
    (id) => id.startsWith('e_') && !borneOut.has(id) && named.get(bank, id, id) === undefined,
  );
  forgetPast(connection, bank, ['entity'], JSON.stringify(unknown));
}

function forgetPast(
  connection: Connection,
  bank: number,
  types: readonly string[],
  ids: string,
): void {
  const among = `type IN (SELECT value FROM json_each(?)) AND id ${AMONG}`;
  connection
    .statement(
      `DELETE FROM journal_before WHERE sequence IN (SELECT sequence FROM journal WHERE bank = ?) AND ${among}`,
    )
    .run(bank, JSON.stringify(types), ids);
  connection
    .statement(`DELETE FROM removed WHERE bank = ? AND ${among}`)
    .run(bank, JSON.stringify(types), ids);
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/** Unreadable JSON contains nothing to search. */
function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null ? { ...value } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Rows that are deleted if they name the person or an erased record; others are kept with the name removed. */
const SCRATCH: ReadonlySet<string> = new Set(['reply', 'working_memory']);
/** They contain no text about people; or, as the stems do, they follow the memory's text. */
const UNSEARCHED_TABLES =
  /^(?:bank|embedding|usage|job|snapshot|snapshot_part|memory_text.*|backup_manifest)$/;
const UNSEARCHED_COLUMNS: ReadonlySet<string> = new Set(['terms', 'hash', 'bank']);

function* sweep(connection: Connection, bank: number, erasure: Erasure): Steps<void> {
  const matcher = new NameMatcher(erasure.names);
  const sweeper = new Sweeper(connection, matcher, erasure);
  const ofThisBank = bankTest(connection, bank);
  for (const table of storedTables(connection.database)) {
    if (UNSEARCHED_TABLES.test(table.name)) continue;
    for (const page of pagesOf(connection.database, table)) {
      for (const { values, key } of page)
        if (ofThisBank(table.name, values)) {
          sweeper.clean(table, values, key);
          yield;
        }
    }
  }
}

/** Rows of other banks must not be touched; a table without a bank column belongs to the file. */
function bankTest(
  connection: Connection,
  bank: number,
): (table: string, values: Readonly<Record<string, SqliteValue>>) => boolean {
  const sequences = new Set(
    (
      connection.statement('SELECT sequence FROM journal WHERE bank = ?').all(bank) as {
        sequence: number;
      }[]
    ).map(({ sequence }) => sequence),
  );
  return (table, values) =>
    table === 'journal_before'
      ? sequences.has(Number(values['sequence']))
      : // Rows set aside may belong to an unknown bank.
        (values['bank'] ?? bank) === bank;
}

class Sweeper {
  readonly #gone: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string>;

  constructor(
    private readonly connection: Connection,
    private readonly matcher: NameMatcher,
    { memories, entities, learned, stems }: Erasure,
  ) {
    this.#gone = new Set<string>([...memories, ...entities, ...learned]);
    this.#stems = new Set(stems);
  }

  clean(
    table: StoredTable,
    values: Readonly<Record<string, SqliteValue>>,
    key: readonly SqliteValue[],
  ): void {
    const where = table.key.map((column) => `${quote(column)} = ?`).join(' AND ');
    const image = values['image'] ?? values['row'];
    const scratch = SCRATCH.has(table.name);
    if (
      (typeof image === 'string' && this.#tellsOfGone(image)) ||
      (scratch && Object.values(values).some((value) => this.#namesGone(value)))
    ) {
      this.connection.statement(`DELETE FROM ${quote(table.name)} WHERE ${where}`).run(...key);
      return;
    }
    const changed = table.columns.flatMap(({ name }) => {
      const before = values[name];
      if (typeof before !== 'string' || UNSEARCHED_COLUMNS.has(name)) return [];
      const after = name === 'need' ? this.#withoutStems(before) : this.matcher.redactAll(before);
      return after === before ? [] : [{ name, after }];
    });
    if (changed.length === 0) return;
    if (scratch)
      this.connection.statement(`DELETE FROM ${quote(table.name)} WHERE ${where}`).run(...key);
    else
      this.connection
        .statement(
          `UPDATE OR REPLACE ${quote(table.name)} SET ${changed.map(({ name }) => `${quote(name)} = ?`).join(', ')} WHERE ${where}`,
        )
        .run(...changed.map(({ after }) => after), ...key);
  }

  /** A stored answer contains the ids of what it mentions. */
  #namesGone(value: SqliteValue): boolean {
    return typeof value === 'string' && (value.match(ID) ?? []).some((id) => this.#gone.has(id));
  }

  /** The previous version of a link, a vote or a conflict, if one of its ends is erased. */
  #tellsOfGone(image: string): boolean {
    if (!/^\{/.test(image)) return false;
    const record = parsed(image);
    // In an unreadable image nobody can tell which field mentions it.
    if (record === NOTHING) return this.#namesGone(image);
    return ['id', 'source', 'target', 'evidence', 'memory', 'older', 'newer'].some((end) =>
      this.#gone.has(String(record[end])),
    );
  }

  /** What a vote's question asked for, without the stems of the name. */
  #withoutStems(text: string): string {
    const need = parsed(text);
    const kept = (list: unknown): unknown =>
      Array.isArray(list) ? list.filter((stem) => !this.#stems.has(String(stem))) : list;
    return JSON.stringify({ ...need, terms: kept(need['terms']), names: kept(need['names']) });
  }
}
