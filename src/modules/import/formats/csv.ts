import { MAX_CONTENT } from '../../../domain/memory.js';
import { splitText } from '../../../language/split-text.js';
import { chatItem } from './chat-item.js';
import { csvRows, delimiterOf, type CsvRow, type Delimiter } from './csv-rows.js';
import type { ImportItem, ImportReader, Place, ReadOptions } from '../item.js';
import { SessionClock } from '../session-clock.js';
import { malformed, shortOrigin, skipped } from '../to-item.js';
import { wholeText } from '../whole-text.js';

/** Tables of values: a memory for each row, by the names of its columns. */
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

/** What columns are called, lower case; the first that is there counts. */
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
  /** Which column holds what; the rest are metadata. */
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

/** A single column whose first line is no known name has no head: that line is a text, too. */
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

/** A row that has no column of text, as words: `Plant: heron lily. Bed: north.` */
const sentence = (cells: readonly (readonly string[])[]): string =>
  cells.map(([name, value]) => `${name}: ${value}`).join('. ');
