import { markdownBlocks } from './markdown-blocks.js';
import { splitText } from './split-text.js';

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text up to this length is one passage: about 150 words. */
const SINGLE = 1_000;
/** The target length of a passage: about 110 words. */
const PASSAGE = 700;
/** A heading begins a new passage if the one before has at least this length. */
const BEFORE_HEADING = 230;
/** In scripts with a word in a character or two, characters count double. */
const DENSE = /[\u2e80-\ud7ff\uf900-\ufaff]/g;
const DENSE_SHARE = 0.3;

/**
 * The passages by which a text is found and shown, in order: blocks of Markdown joined up to about a
 * hundred words, longer blocks cut at sentences or lines. They omit nothing but blanks. By the text alone,
 * in time linear in its length.
 */
export function passagesOf(text: string): TextRange[] {
  const whole = { start: 0, end: text.length };
  if (text.length <= SINGLE / 2) return [whole];
  const dense = (text.match(DENSE)?.length ?? 0) > DENSE_SHARE * text.length ? 2 : 1;
  if (text.length <= SINGLE / dense) return [whole];
  const most = PASSAGE / dense;
  const found: { start: number; end: number }[] = [];
  let opens = true;
  const units = unitsOf(text, most);
  // What is neither words nor code, such as a horizontal rule, is no block.
  for (const { start, end, heading } of units.length > 0 ? units : cut(text, whole, most)) {
    const last = found.at(-1);
    if (
      last === undefined ||
      (!opens && end - last.start > most) ||
      (heading && last.end - last.start >= BEFORE_HEADING / dense)
    )
      found.push({ start, end });
    else last.end = end;
    // A heading stays with what follows it, however long.
    opens = heading;
  }
  return found.length > 0 ? found : [whole];
}

interface Unit extends TextRange {
  readonly heading: boolean;
}

/** Blocks, and parts of those that are too long for a passage. */
function unitsOf(text: string, most: number): Unit[] {
  const lines = text.split('\n');
  const starts = [0];
  for (const [at, line] of lines.entries()) starts.push((starts[at] ?? 0) + line.length + 1);
  const rangeOf = (from: number, to: number): TextRange => ({
    start: starts[from] ?? 0,
    end: (starts[to] ?? 0) - 1,
  });
  return markdownBlocks(lines).flatMap((block): Unit[] => {
    const range = rangeOf(block.from, block.to);
    if (range.end - range.start <= most) return [{ ...range, heading: block.kind === 'heading' }];
    // Code and tables are cut between lines; a line only if it is too long itself.
    const byLine = block.kind === 'fence' || block.kind === 'table';
    const parts = byLine
      ? Array.from({ length: block.to - block.from }, (_, at) =>
          rangeOf(block.from + at, block.from + at + 1),
        )
      : [range];
    return parts.flatMap((part) => cut(text, part, most));
  });
}

function cut(text: string, { start, end }: TextRange, most: number): Unit[] {
  if (end - start <= most) return [{ start, end, heading: false }];
  return splitText(text.slice(start, end), most).map((piece) => ({
    start: start + piece.at,
    end: start + piece.at + piece.text.length,
    heading: false,
  }));
}
