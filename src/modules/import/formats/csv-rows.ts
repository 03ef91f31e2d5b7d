/** A row of a table of values, with the line it starts on, from 1, and what it used up. */
export interface CsvRow {
  readonly line: number;
  /** UTF-8 bytes of it and of the blank lines before it. */
  readonly bytes: number;
  readonly cells: readonly string[];
  /** A quote that opens the last cell and is never closed: the file was cut off. */
  readonly open: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The sign that stands most often outside quotes in the first line. A comma where none does. */
export function delimiterOf(firstLine: string): Delimiter {
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/** Rows as RFC 4180 has them: cells in quotes may hold the sign, line breaks, and quotes written twice. Blank lines are no rows. */
export function* csvRows(text: string, delimiter: Delimiter): Generator<CsvRow, void, undefined> {
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
