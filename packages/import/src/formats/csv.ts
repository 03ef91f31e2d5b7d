import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { splitText } from '@mneme/core/language/passages.js';
import { chatItem } from './chat-json.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type Place,
  type ReadOptions,
  SessionClock,
  shortOrigin,
  skipped,
} from '../item.js';
import { wholeText } from '../read-document.js';

/** A row of a table, with its first line (from 1) and the bytes it used. */
interface CsvRow {
  readonly line: number;
  /** UTF-8 bytes of the row and of the blank lines before it. */
  readonly bytes: number;
  readonly cells: readonly string[];
  /** The last cell has an unclosed quote: the file is truncated. */
  readonly open: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The most frequent delimiter outside quotes in the first line; a comma where there is none. */
function delimiterOf(firstLine: string): Delimiter {
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/**
 * Rows as in RFC 4180: quoted cells may contain delimiters, line breaks and doubled quotes. Blank lines are skipped.
 */
function* csvRows(text: string, delimiter: Delimiter): Generator<CsvRow, void, undefined> {
  let [at, line, bytes] = [0, 1, 0];
  while (at < text.length) {
    const { cells, open, end } = readRow(text, at, delimiter);
    const whole = text.slice(at, end);
    bytes += Buffer.byteLength(whole);
    if (cells.some((cell) => cell.trim() !== '')) {
      yield { line, bytes, cells, open };
      bytes = 0;
    }
    line += whole.split('\n').length - 1;
    at = end;
  }
}

function readRow(
  text: string,
  from: number,
  delimiter: Delimiter,
): { readonly cells: readonly string[]; readonly open: boolean; readonly end: number } {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, delimiter);
    cells.push(cell.value);
    at = cell.end;
    if (cell.open || at >= text.length) return { cells, open: cell.open, end: text.length };
    if (text[at] === delimiter) at += 1;
    else {
      const end = text.indexOf('\n', at);
      return { cells, open: false, end: end < 0 ? text.length : end + 1 };
    }
  }
}

interface Cell {
  readonly value: string;
  readonly end: number;
  readonly open: boolean;
}

function bareCell(text: string, from: number, delimiter: Delimiter): Cell {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    end += 1;
  return { value: text.slice(from, end), end, open: false };
}

function quotedCell(text: string, from: number): Cell {
  const parts: string[] = [];
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0)
      return { value: [...parts, text.slice(at)].join('"'), end: text.length, open: true };
    parts.push(text.slice(at, end));
    if (text[end + 1] !== '"') return { value: parts.join('"'), end: end + 1, open: false };
    at = end + 2;
  }
}

/** CSV and TSV tables: a memory for each row, using the column names. */
export const csv: ImportReader = Object.freeze({
  name: 'csv',
  describes:
    'Tables of values with commas, semicolons or tabs: a memory for each row; columns with known names say who, when and in which session, the others become metadata.',
  extensions: ['.csv', '.tsv'],

  looksLike(path: string): boolean {
    return /\.[ct]sv$/i.test(path);
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const whole = await wholeText(chunks);
    if (!whole.ok) return yield whole.item;
    const { text } = whole;
    const end = text.indexOf('\n');
    const delimiter = delimiterOf(text.slice(0, end < 0 ? text.length : end));
    yield* tableItems(text, delimiter, options);
  },
} satisfies ImportReader);

/** Column names in lower case; the first that is present wins. */
const COLUMNS = {
  content: ['content', 'text', 'message', 'memory', 'fact', 'note', 'notes', 'body', 'description'],
  speaker: ['speaker', 'name', 'author', 'from', 'user', 'username', 'user_id', 'sender'],
  role: ['role'],
  timestamp: ['timestamp', 'said_at', 'time', 'created_at', 'createdat', 'datetime', 'date', 'ts'],
  session: ['session', 'session_id', 'conversation', 'conversation_id', 'thread', 'channel'],
  turn: ['turn', 'id', 'uuid', 'message_id'],
  tags: ['tags', 'labels', 'categories', 'category'],
  kind: ['kind'],
} as const;
type Column = keyof typeof COLUMNS;

interface Head {
  readonly names: readonly string[];
  /** Index of each known column; the rest are metadata. */
  readonly places: Readonly<Partial<Record<Column, number>>>;
}

function* tableItems(
  text: string,
  delimiter: Delimiter,
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const origin = shortOrigin(options.origin);
  const clock = new SessionClock(options.fallbackTime);
  let head: Head | null = null;
  let headBytes = 0;
  for (const row of csvRows(text, delimiter)) {
    if (head === null) {
      head = headOf(row);
      headBytes = row.bytes;
      if (head.places.content !== undefined || row.cells.length > 1) continue;
      headBytes = 0;
    }
    const place = { line: row.line, bytes: row.bytes + headBytes };
    headBytes = 0;
    if (row.open)
      yield malformed(place, {
        problem: 'a quote is opened there and never closed',
        hint: 'Was the file cut off? Take the row out, or close the quote.',
      });
    else if (row.cells.length > head.names.length)
      yield malformed(place, {
        problem: `the row has ${row.cells.length} cells, and the table ${head.names.length} columns`,
        hint: 'Put cells that hold the separating sign into quotes.',
      });
    else yield* rowItems(row, head, place, { origin, clock });
  }
}

/** Without a known column name, a single-column file has no header: its first line is data. */
function headOf({ cells }: CsvRow): Head {
  const names = cells.map((cell) => cell.trim());
  const lower = names.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const places = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([column, known]) => {
      const at = known.map((name) => lower.indexOf(name)).find((place) => place >= 0);
      return at === undefined ? [] : [[column, at]];
    }),
  );
  return { names, places };
}

function* rowItems(
  { cells }: CsvRow,
  { names, places }: Head,
  place: Place,
  around: Parameters<typeof chatItem>[2],
): Generator<ImportItem, void, undefined> {
  const known = new Set(Object.values(places));
  const others = names.flatMap((name, at) =>
    known.has(at) || (cells[at] ?? '').trim() === ''
      ? []
      : [[name || `column ${at + 1}`, (cells[at] ?? '').trim()]],
  );
  const stated = Object.fromEntries(
    Object.entries(places).flatMap(([column, at]) => {
      const value = (cells[at] ?? '').trim();
      return value === '' ? [] : [[column, value]];
    }),
  );
  const alone = names.length === 1 ? (cells[0] ?? '') : undefined;
  const content = stated.content ?? alone ?? (places.content === undefined ? sentence(others) : '');
  if (content.trim() === '') return yield skipped(place, 'no text');
  const talk =
    stated.role !== undefined || (stated.speaker !== undefined && places.content !== undefined);
  const metadata = places.content === undefined ? {} : Object.fromEntries(others);
  for (const piece of splitText(content, MAX_CONTENT))
    yield chatItem(
      {
        kind: talk ? 'experience' : 'fact',
        ...stated,
        content: piece.text,
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      },
      place,
      around,
    );
}

/** Formats a row without a text column: `Plant: heron lily. Bed: north.` */
const sentence = (cells: readonly (readonly string[])[]): string =>
  cells.map(([name, value]) => `${name}: ${value}`).join('. ');
