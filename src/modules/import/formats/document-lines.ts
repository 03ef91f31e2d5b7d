import { readLines, type Line } from '../lines.js';
import type { MalformedItem, Place } from '../item.js';
import { malformed } from '../to-item.js';

/** The longest document that is read as a whole, in UTF-8 bytes. */
const MAX_DOCUMENT = 256 * 1024 * 1024;

/** The lines of a document that is read whole, with what each item used up of it. */
export class DocumentLines {
  private told = 0;
  private readonly ends: readonly number[];

  constructor(readonly lines: readonly Line[]) {
    let end = 0;
    this.ends = lines.map(({ bytes }) => (end += bytes));
  }

  /** The place of an item that starts on line `line` and ends on line `lastLine`, both from 1. */
  place(line: number, lastLine: number): Place {
    const end = Math.max(this.told, this.ends[lastLine - 1] ?? 0);
    const bytes = end - this.told;
    this.told = end;
    return { line, bytes };
  }
}

/** Collects a document's lines; a line or a document beyond all measure gives an item instead. */
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
