/** The longest line that is kept, in UTF-16 units. */
export const MAX_LINE = 4 * 1024 * 1024;

/** How much of a line that is too long stays as a sample of it. */
const SAMPLE = 200;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end; of a line over the limit, its beginning. */
  readonly text: string;
  /** UTF-8 bytes with the line's end, and the byte order mark on the first. */
  readonly bytes: number;
  readonly tooLong: boolean;
}

/** Splits text that arrives in pieces, cut anywhere, at LF or CRLF. Holds one line at a time. */
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
    // A pair cut in two would be counted as six bytes instead of four.
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
    // Three units of grace: a byte order mark and CRLF, which are no part of the line.
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

/** Takes the byte order mark off, which is no part of the text. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
