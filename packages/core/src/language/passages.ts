import { matchAll } from './pattern-matching.js';

/** A block of Markdown as written, without surrounding blank lines. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list item' | 'fence' | 'table';
  readonly text: string;
  /** 1 to 6; 0 for anything but a heading. */
  readonly level: number;
  /** Index of its first line, and of the line after its last. */
  readonly from: number;
  readonly to: number;
}

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/**
 * Splits the lines of a Markdown text, from `start` on, into its top-level blocks; a list yields one block per item.
 */
export function markdownBlocks(lines: readonly string[], start = 0): Block[] {
  const blocks: Block[] = [];
  for (let at = start; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || (RULE.test(line) && !FENCE.test(line))) {
      at += 1;
      continue;
    }
    const block = readBlock(lines, at);
    if (block.text !== '') blocks.push(block);
    at = block.to;
  }
  return blocks;
}

/**
 * The line after the code fence that opens on line `at`; `at` itself if none opens there. An unclosed fence runs to
 * the end.
 */
export function fenceEnd(lines: readonly string[], at: number): number {
  const fence = FENCE.exec(lines[at] ?? '')?.[1];
  if (fence === undefined) return at;
  const closes = (line: string): boolean => {
    const trimmed = line.trim();
    return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
  };
  for (let end = at + 1; end < lines.length; end += 1) if (closes(lines[end] ?? '')) return end + 1;
  return lines.length;
}

function readBlock(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const text = line
      .slice(heading[0].length)
      .trim()
      .replace(/(?:^|[ \t])#+$/, '')
      .trim();
    return { kind: 'heading', text, level: heading[1]?.length ?? 1, from: at, to: at + 1 };
  }
  const afterFence = fenceEnd(lines, at);
  if (afterFence > at) return block('fence', lines, at, afterFence);
  if (isTable(lines, at))
    return block(
      'table',
      lines,
      at,
      endWhere(lines, at + 2, (next) => !next.includes('|')),
    );
  if (ITEM.test(line)) return block('list item', lines, at, itemEnd(lines, at));
  return readParagraph(lines, at);
}

function readParagraph(lines: readonly string[], at: number): Block {
  const to = endWhere(
    lines,
    at + 1,
    (next, index) =>
      HEADING.test(next) ||
      FENCE.test(next) ||
      UNDERLINE.test(next) ||
      RULE.test(next) ||
      ITEM.test(next) ||
      isTable(lines, index),
  );
  const underline = UNDERLINE.exec(lines[to] ?? '')?.[1];
  if (underline === undefined) return block('paragraph', lines, at, to);
  const text = lines.slice(at, to).join(' ').trim();
  return { kind: 'heading', text, level: underline.startsWith('=') ? 1 : 2, from: at, to: to + 1 };
}

/** An item continues over indented lines, blank ones before them, and lines that continue its paragraph. */
function itemEnd(lines: readonly string[], at: number): number {
  let end = at + 1;
  let blank = false;
  for (let next = at + 1; next < lines.length;) {
    const line = lines[next] ?? '';
    const indented = /^(?: {2,}|\t)/.test(line);
    if (!indented && line.trim() !== '' && (blank || startsBlock(line))) break;
    // Two or three spaces may still begin the next item of the same list.
    if (indented && ITEM.test(line) && indentOf(line) <= indentOf(lines[at] ?? '')) break;
    blank = line.trim() === '';
    next = Math.max(next + 1, blank ? 0 : fenceEnd(lines, next));
    if (!blank) end = next;
  }
  return end;
}

function startsBlock(line: string): boolean {
  return ITEM.test(line) || HEADING.test(line) || FENCE.test(line) || RULE.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isTable(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1] ?? '';
  return (
    (lines[at] ?? '').includes('|') &&
    next.includes('-') &&
    next.includes('|') &&
    TABLE_RULE.test(next)
  );
}

/** Index of the first line from `from` on that is blank or for which `stops` returns true. */
function endWhere(
  lines: readonly string[],
  from: number,
  stops: (line: string, index: number) => boolean,
): number {
  let end = Math.min(from, lines.length);
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !stops(lines[end] ?? '', end))
    end += 1;
  return end;
}

function block(kind: Block['kind'], lines: readonly string[], from: number, to: number): Block {
  return { kind, text: lines.slice(from, to).join('\n').trimEnd(), level: 0, from, to };
}

/** Maximum length of a piece of a document, in UTF-16 units: small enough to be read as a whole. */
export const PIECE = 1_200;

interface Piece {
  /** Trimmed, never empty. */
  readonly text: string;
  /** Its offset in the text that was split. */
  readonly at: number;
}

/** Where a piece may end, best first: after a sentence, at a line's end, between words. */
const BREAKS = [/[.!?…]["'”’)\]]*(?=\s)|[。！？]["”’」』）]*/gu, /(?=\n)/gu, /(?=\s)/gu] as const;

/** Splits a text into pieces of at most `limit` units, at sentence ends if possible. */
export function splitText(text: string, limit = PIECE): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const end =
      text.length - at <= limit
        ? text.length
        : at + breakWithin(text.slice(at, at + limit + 1), limit);
    const part = text.slice(at, end);
    const trimmed = part.trim();
    if (trimmed !== '')
      pieces.push({ text: trimmed, at: at + (part.length - part.trimStart().length) });
    at = end;
  }
  return pieces;
}

/**
 * Where to cut a window one unit longer than the limit. A break in its first third is ignored: it would leave a
 * scrap.
 */
function breakWithin(window: string, limit: number): number {
  for (const pattern of BREAKS) {
    const ends = matchAll(window, pattern).map((match) => match.index + match[0].length);
    const last = ends.findLast((end) => end <= limit && end > limit / 3);
    if (last !== undefined) return last;
  }
  const cutsPair =
    limit > 1 &&
    /[\uD800-\uDBFF]/.test(window.charAt(limit - 1)) &&
    /[\uDC00-\uDFFF]/.test(window.charAt(limit));
  return cutsPair ? limit - 1 : limit;
}

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a text that is a single passage: about 150 words. */
const SINGLE = 1_000;
/** The target length of a passage: about 110 words. */
const PASSAGE = 700;
/** A heading begins a new passage if the current one has at least this length. */
const BEFORE_HEADING = 230;
/** Scripts with a word in a character or two: characters count double. */
const DENSE = /[\u2e80-\ud7ff\uf900-\ufaff]/g;
const DENSE_SHARE = 0.3;

/**
 * The passages by which a text is found and shown, in order: Markdown blocks joined up to about a hundred words,
 * longer blocks cut at sentences or lines. Only blank space is omitted. Depends on the text alone; linear in its
 * length.
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
  // A block with neither words nor code, such as a horizontal rule, yields no unit.
  for (const { start, end, heading } of units.length > 0 ? units : cut(text, whole, most)) {
    const last = found.at(-1);
    if (
      last === undefined ||
      (!opens && end - last.start > most) ||
      (heading && last.end - last.start >= BEFORE_HEADING / dense)
    )
      found.push({ start, end });
    else last.end = end;
    // A heading stays with the block that follows it, however long.
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
