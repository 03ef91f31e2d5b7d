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
 * Splits the lines of a Markdown text, from `start` on, into its top-level blocks; a list yields one block
 * per item.
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
 * The line after the code fence that opens on line `at`; `at` itself if none opens there. An unclosed fence
 * runs to the end.
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

/** The first line from `from` on that is blank or for which `stops` holds. */
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
