import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { ByteNeedle, ByteTraces } from '../../../ports/store-care.js';
import type { Connection } from './connection.js';
import { ownHandle } from './own-handle.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { quote, storedTables } from './table-rows.js';

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
