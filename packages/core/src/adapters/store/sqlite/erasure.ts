import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { Redaction } from '../sql/erase.js';
import type { Connection } from './connection.js';
import { ownHandle } from './file-identity.js';
import {
  isBusy,
  type SqliteDatabase,
  type SqliteValue,
  translateSqliteError,
} from './sqlite-database.js';
import { pagesOf, quote, type Row, type StoredTable, storedTables } from './tables.js';
import type { Need } from '../../../domain/feedback.js';
import type { Erasure } from '../../../domain/forgetting-and-merging.js';
import type { Steps } from '../../../domain/pace.js';
import type { ByteNeedle, ByteTraces } from '../../../ports/store.js';

/**
 * Tables whose rows are deleted if they contain the name or refer to an erased record; rows of others are kept with
 * the name removed.
 */
const SCRATCH: ReadonlySet<string> = new Set(['reply', 'working_memory']);
/** Contain no text about people or, like the stems, are derived from the memory's text. */
const UNSEARCHED_TABLES =
  /^(?:bank|embedding|usage|job|snapshot|snapshot_part|memory_text.*|backup_manifest)$/;
const UNSEARCHED_COLUMNS: ReadonlySet<string> = new Set(['terms', 'hash', 'bank']);

/** Removes the names from every text of every table, readable or not. */
export function* sweep(
  connection: Connection,
  bank: number,
  erasure: Erasure,
): Steps<readonly never[]> {
  // Rows set aside as raw bytes cannot be searched for names.
  connection
    .statement(
      `DELETE FROM set_aside WHERE (bank = ? OR bank IS NULL) AND instr(row, '{"base64":') > 0`,
    )
    .run(bank);
  const redaction = new Redaction(erasure);
  const ofThisBank = bankTest(connection, bank);
  for (const table of storedTables(connection.database)) {
    if (UNSEARCHED_TABLES.test(table.name)) continue;
    for (const page of pagesOf(connection.database, table))
      for (const { values, key } of page)
        if (ofThisBank(table.name, values)) {
          clean(connection, redaction, table, values, key);
          yield;
        }
  }
  return [];
}

/**
 * Whether a row may be changed: not if it belongs to another bank. A table without a bank column belongs to the file.
 */
function bankTest(connection: Connection, bank: number): (table: string, values: Row) => boolean {
  const rows = connection.statement('SELECT sequence FROM journal WHERE bank = ?').all(bank);
  const sequences = new Set((rows as { sequence: number }[]).map(({ sequence }) => sequence));
  return (table, values) =>
    table === 'journal_before'
      ? sequences.has(Number(values['sequence']))
      : // Rows set aside may belong to an unknown bank.
        (values['bank'] ?? bank) === bank;
}

function clean(
  connection: Connection,
  redaction: Redaction,
  table: StoredTable,
  values: Row,
  key: readonly SqliteValue[],
): void {
  const where = table.key.map((column) => `${quote(column)} = ?`).join(' AND ');
  const drop = (): unknown =>
    connection.statement(`DELETE FROM ${quote(table.name)} WHERE ${where}`).run(...key);
  const image = values['image'] ?? values['row'];
  const scratch = SCRATCH.has(table.name);
  if (
    (typeof image === 'string' && tellsOfGone(redaction, image)) ||
    (scratch && Object.values(values).some((value) => redaction.names(value)))
  ) {
    drop();
    return;
  }
  const changed = table.columns.flatMap(({ name }) => {
    const before = values[name];
    if (typeof before !== 'string' || UNSEARCHED_COLUMNS.has(name)) return [];
    const after = name === 'need' ? needOf(redaction, before) : redaction.of(before);
    return after === before ? [] : [{ name, after }];
  });
  if (changed.length === 0) return;
  if (scratch) drop();
  else
    connection
      .statement(
        `UPDATE OR REPLACE ${quote(table.name)} SET ${changed.map(({ name }) => `${quote(name)} = ?`).join(', ')} WHERE ${where}`,
      )
      .run(...changed.map(({ after }) => after), ...key);
}

function tellsOfGone(redaction: Redaction, image: string): boolean {
  if (!image.startsWith('{')) return false;
  const record = parsed(image);
  // In an unreadable image, it is unknown which field refers to the record.
  return record === null ? redaction.names(image) : redaction.tellsOfGone(record);
}

function needOf(redaction: Redaction, text: string): string {
  return JSON.stringify(redaction.withoutStems((parsed(text) ?? {}) as unknown as Need));
}

/** Null for anything other than the JSON of an object. */
function parsed(json: string): object | null {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const PAUSE_MS = 50;

/** The change of the last unfinished erasure. */
function lastUnfinished(connection: Connection): number | null {
  const { last } = connection
    .statement('SELECT max(sequence) AS last FROM unfinished_erasure')
    .get() as { last: number | null };
  return last;
}

/**
 * Finishes erasures: rewrites the file, so that no deleted data is left in free pages, half-empty pages or the log.
 * Returns false if another process still reads the previous state and the log could not be emptied. Then, or if it
 * throws, it must be run again.
 */
export async function scrub(connection: Connection, waitMs: number): Promise<boolean> {
  const last = await connection.write(() => {
    const waiting = lastUnfinished(connection);
    // Merged segments of the index may still contain words that no text has.
    if (waiting !== null)
      connection.statement("INSERT INTO memory_text (memory_text) VALUES ('rebuild')").run();
    return waiting;
  });
  // Another process finished the erasure first.
  if (last === null) return true;
  const clean =
    (await patiently(connection, waitMs, () => writeAnew(connection))) &&
    (connection.path === ':memory:' ||
      (await patiently(connection, waitMs, () => emptyLog(connection))));
  // Data erased meanwhile belongs to a later change.
  if (clean)
    await connection.write(() =>
      connection.statement('DELETE FROM unfinished_erasure WHERE sequence <= ?').run(last),
    );
  return clean;
}

function writeAnew({ database }: Connection): boolean {
  // The rewritten data may be larger than the machine's memory; what is sealed must not lie on a disk in clear.
  if (!database.sealed) database.exec('PRAGMA temp_store = DEFAULT');
  try {
    database.exec('VACUUM');
  } finally {
    database.exec('PRAGMA temp_store = MEMORY');
  }
  return true;
}

function emptyLog({ database }: Connection): boolean {
  const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  return row.busy === 0;
}

/** Retries until it succeeds or the time is over; then throws the last failure, or returns false. */
async function patiently(
  connection: Connection,
  waitMs: number,
  work: () => boolean,
): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      // Never rewrite in the middle of a change.
      const done = await connection.readWhole(null, () => busyAsFalse(work));
      if (done === true || performance.now() > deadline) return done === true;
    } catch (error) {
      throw translateSqliteError(error, connection.path);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function busyAsFalse(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

const CHUNK = 4 * 1024 * 1024;
/** Number of bytes on each side of a match that are examined. */
const AROUND = 8;

/** Searches the file and all of SQLite's companion files for bytes. */
export function findBytes(
  { database, path }: Connection,
  needles: readonly ByteNeedle[],
): ByteTraces {
  const traces = { searched: 0, found: 0, partsOfOthers: 0 };
  if (path === ':memory:') return traces;
  const explain = new Explanations(database);
  const overlap = Math.max(1, ...needles.map(({ bytes }) => bytes.length)) + 2 * AROUND;
  for (const part of ['', '-wal', '-shm', '-journal']) {
    if (!existsSync(path + part)) continue;
    const seen = needles.map(() => -1);
    traces.searched += eachPiece(path + part, overlap, (piece, base, last) => {
      for (const [number, needle] of needles.entries()) {
        for (
          let at = piece.indexOf(needle.bytes);
          at >= 0;
          at = piece.indexOf(needle.bytes, at + 1)
        ) {
          // A match at the edge is found again, complete, in the next piece, and must not be
          // counted twice.
          if (
            base + at <= (seen[number] ?? -1) ||
            (!last && at + needle.bytes.length + AROUND > piece.length)
          )
            continue;
          seen[number] = base + at;
          if (explain.isPartOfAnother(piece, at, needle)) traces.partsOfOthers++;
          else traces.found++;
        }
      }
    });
  }
  return traces;
}

/**
 * Reads the file in pieces, each overlapping the end of the previous one; `base` is the offset of a piece. Returns
 * the file's length.
 */
function eachPiece(
  path: string,
  overlap: number,
  look: (piece: Buffer, base: number, last: boolean) => void,
): number {
  const own = ownHandle(path);
  const handle = own ?? openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(overlap + CHUNK);
    let kept = 0;
    for (let total = 0; ;) {
      const read = readSync(handle, buffer, kept, CHUNK, total);
      total += read;
      const piece = buffer.subarray(0, kept + read);
      look(piece, total - piece.length, read === 0);
      if (read === 0) return total;
      kept = Math.min(overlap, piece.length);
      buffer.copyWithin(0, piece.length - kept, piece.length);
    }
  } finally {
    if (own === null) closeSync(handle);
  }
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const PRINTED = /[^\p{C}\ufffd]/u;
/** Where rows contain derived data: numbers that may look like letters, and words reduced to stems. */
const DERIVED: readonly (readonly [string, string])[] = [
  ['embedding', 'vector'],
  ['snapshot_part', 'data'],
  ['memory_text_data', 'block'],
  ['memory_text_idx', 'term'],
];

/**
 * Recognises matches that are no trace: part of a longer word that is legitimately there, the seam of two fields, or
 * numbers that happen to match.
 */
class Explanations {
  readonly #inText = new Map<ByteNeedle, boolean>();
  readonly #onSeam = new Map<string, boolean>();

  constructor(private readonly database: SqliteDatabase) {}

  isPartOfAnother(piece: Buffer, at: number, needle: ByteNeedle): boolean {
    if (!needle.word) return false;
    const end = at + needle.bytes.length;
    const window = new Uint8Array(
      piece.subarray(Math.max(0, at - 2), Math.min(piece.length, end + 2)),
    );
    if (DERIVED.some(([table, column]) => this.#holds(table, column, window))) return true;
    if (needle.text === null) return false;
    const before = [...piece.subarray(Math.max(0, at - AROUND), at).toString('utf8')].at(-1) ?? '';
    const after = [...piece.subarray(end, end + AROUND).toString('utf8')][0] ?? '';
    // Columns are adjacent without a gap: a longer word counts only if some text really contains
    // it.
    if ((LETTER.test(before) || LETTER.test(after)) && this.#isInText(needle, needle.text))
      return true;
    return this.#isOnSeam(
      PRINTED.test(before) ? before : '',
      needle.text,
      PRINTED.test(after) ? after : '',
    );
  }

  /**
   * Fields are adjacent: where "similar_to" ends and "m_7q0a" begins, the bytes read "tom". Neither field contains
   * that word.
   */
  #isOnSeam(before: string, text: string, after: string): boolean {
    const seen = before + text + after;
    const known = this.#onSeam.get(seen);
    if (known !== undefined) return known;
    const found = recordLayouts(this.database).some(({ table, columns }) => {
      const texts = columns.map(
        (column) => `CASE typeof(${quote(column)}) WHEN 'text' THEN ${quote(column)} ELSE '' END`,
      );
      const within = columns.map(
        (column) => `(typeof(${quote(column)}) = 'text' AND instr(${quote(column)}, ?) > 0)`,
      );
      const sql = `SELECT 1 FROM ${quote(table)} WHERE instr(${texts.join(' || ')}, ?) > 0 AND NOT (${within.join(' OR ')}) LIMIT 1`;
      return this.database.prepare(sql).get(seen, ...columns.map(() => text)) !== undefined;
    });
    this.#onSeam.set(seen, found);
    return found;
  }

  #isInText(needle: ByteNeedle, text: string): boolean {
    const known = this.#inText.get(needle);
    if (known !== undefined) return known;
    const found = storedTables(this.database).some(({ name, columns }) =>
      columns.some((column) => column.type === 'TEXT' && this.#holds(name, column.name, text)),
    );
    this.#inText.set(needle, found);
    return found;
  }

  #holds(table: string, column: string, what: string | Uint8Array): boolean {
    return (
      this.database
        .prepare(`SELECT 1 FROM ${quote(table)} WHERE instr(${quote(column)}, ?) > 0 LIMIT 1`)
        .get(what) !== undefined
    );
  }
}

/** Which columns are adjacent in the file: those of each table, and those of each of its indexes. */
function recordLayouts(
  database: SqliteDatabase,
): { readonly table: string; readonly columns: readonly string[] }[] {
  return storedTables(database).flatMap(({ name, columns }) => {
    const indexes = database.prepare('SELECT name FROM pragma_index_list(?)').all(name) as {
      name: string;
    }[];
    const ordered = indexes.map(
      (index) =>
        database
          .prepare('SELECT name FROM pragma_index_xinfo(?) WHERE cid >= 0 ORDER BY seqno')
          .all(index.name) as { name: string }[],
    );
    return [columns, ...ordered]
      .filter((each) => each.length > 1)
      .map((each) => ({ table: name, columns: each.map((column) => column.name) }));
  });
}
