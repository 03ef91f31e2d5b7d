import { malformed, type MalformedItem, type Place } from './item.js';

/** Maximum line length, in UTF-16 units. */
export const MAX_LINE = 4 * 1024 * 1024;

/** Length of the sample that is kept of a line that is too long. */
const SAMPLE = 200;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line ending; of a line over the limit, its beginning. */
  readonly text: string;
  /** UTF-8 bytes with the line ending, and the byte order mark on the first line. */
  readonly bytes: number;
  readonly tooLong: boolean;
}

/** Splits text from chunks, cut anywhere, at LF or CRLF. Holds one line at a time. */
export async function* readLines(
  chunks: AsyncIterable<string>,
  limit = MAX_LINE,
): AsyncGenerator<Line, void, undefined> {
  const splitter = new LineSplitter(limit);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

class LineSplitter {
  private count = 0;
  private text = '';
  private bytes = 0;
  private tooLong = false;
  private half = '';

  private readonly sample: number;

  constructor(private readonly limit: number) {
    this.sample = Math.min(limit, SAMPLE);
  }

  *push(chunk: string): Generator<Line, void, undefined> {
    const whole = this.half + chunk;
    // A surrogate pair cut in two would be counted as six bytes instead of four.
    this.half = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : '';
    const text = whole.slice(0, whole.length - this.half.length);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.add(text.slice(start, end + 1));
      yield this.take();
      start = end + 1;
    }
    this.add(text.slice(start));
  }

  *end(): Generator<Line, void, undefined> {
    this.add(this.half);
    if (this.bytes > 0) yield this.take();
  }

  private add(part: string): void {
    this.bytes += Buffer.byteLength(part);
    if (this.tooLong) return;
    this.text += part;
    // Allowance of three units for a byte order mark and CRLF, which are not part of the line.
    if (this.text.length <= this.limit + 3) return;
    this.tooLong = true;
    this.text = this.text.slice(0, this.sample + 1);
  }

  private take(): Line {
    this.count += 1;
    const text = withoutEnd(this.count === 1 ? withoutMark(this.text) : this.text);
    const tooLong = this.tooLong || text.length > this.limit;
    const line: Line = {
      number: this.count,
      text: tooLong ? text.slice(0, this.sample) : text,
      bytes: this.bytes,
      tooLong,
    };
    this.text = '';
    this.bytes = 0;
    this.tooLong = false;
    return line;
  }
}

function withoutEnd(text: string): string {
  if (!text.endsWith('\n')) return text;
  return text.slice(0, text.endsWith('\r\n') ? -2 : -1);
}

/** Strips the byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The longest document that is read as a whole, in UTF-8 bytes. */
const MAX_DOCUMENT = 256 * 1024 * 1024;

/** The lines of a document read as a whole, accounting for the bytes that each item used. */
export class DocumentLines {
  private told = 0;
  private readonly ends: readonly number[];

  constructor(readonly lines: readonly Line[]) {
    let end = 0;
    this.ends = lines.map(({ bytes }) => (end += bytes));
  }

  /** The place of an item from line `line` to line `lastLine`, both from 1. */
  place(line: number, lastLine: number): Place {
    const end = Math.max(this.told, this.ends[lastLine - 1] ?? 0);
    const bytes = end - this.told;
    this.told = end;
    return { line, bytes };
  }
}

/** Collects a document's lines; an oversized line or document gives an item instead. */
export async function documentLines(
  chunks: AsyncIterable<string>,
  limit = MAX_DOCUMENT,
): Promise<DocumentLines | MalformedItem> {
  const lines: Line[] = [];
  let bytes = 0;
  for await (const line of readLines(chunks)) {
    bytes += line.bytes;
    if (line.tooLong)
      return malformed(
        { line: line.number, bytes },
        {
          problem: 'the line is too long for a document',
          hint: 'Is it a text file? Break the line up.',
          value: line.text,
        },
      );
    if (bytes > limit)
      return malformed(
        { line: line.number, bytes },
        {
          problem: `the document is larger than ${limit} bytes`,
          hint: 'Split it into several files.',
        },
      );
    lines.push(line);
  }
  return new DocumentLines(lines);
}

/** The longest text that is read as a whole, in UTF-16 units; just below the limit of JavaScript strings. */
const MAX_WHOLE_TEXT = 500_000_000;

type WholeText =
  | {
      readonly ok: true;
      /** Without its byte order mark. */ readonly text: string;
      /** UTF-8 bytes of all of it. */ readonly bytes: number;
    }
  | { readonly ok: false; readonly item: MalformedItem };

/** Joins a file whose format must be parsed as a whole. */
export async function wholeText(
  chunks: AsyncIterable<string>,
  limit = MAX_WHOLE_TEXT,
): Promise<WholeText> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) {
      const fault = {
        problem: `the file is longer than ${limit} characters, and its format has to be read as a whole`,
        hint: 'Split it into several files.',
      };
      return { ok: false, item: malformed({ line: 1, bytes: 0, name: 'The file' }, fault) };
    }
    parts.push(chunk);
  }
  const text = parts.join('');
  return { ok: true, text: withoutMark(text), bytes: Buffer.byteLength(text) };
}
