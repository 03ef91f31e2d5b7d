import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { type Block, fenceEnd, PIECE, splitText } from '@mneme/core/language/passages.js';

/** A part of a document that becomes one memory. */
export interface Part {
  readonly text: string;
  /** Index of its first line in the document, and one past its last. */
  readonly from: number;
  readonly to: number;
}

/** Splits one block into parts of at most `limit` UTF-16 units. Code stays whole up to the size limit of a memory. */
export function splitBlock(block: Block, limit = PIECE): Part[] {
  if (block.kind === 'fence') return splitFence(block);
  if (block.text.length <= limit) return [block];
  if (block.kind === 'table') return splitTable(block, limit);
  const lines = block.text.split('\n');
  return stretches(lines).flatMap(({ from, to, fenced }) => {
    const part = {
      text: lines.slice(from, to).join('\n'),
      from: block.from + from,
      to: block.from + to,
    };
    return fenced ? splitFence(part) : splitProse(part, limit);
  });
}

/** Runs of lines inside and outside code fences. */
function stretches(
  lines: readonly string[],
): { readonly from: number; readonly to: number; readonly fenced: boolean }[] {
  const found: { from: number; to: number; fenced: boolean }[] = [];
  for (let at = 0; at < lines.length;) {
    const end = fenceEnd(lines, at);
    const last = found.at(-1);
    if (end > at) found.push({ from: at, to: end, fenced: true });
    else if (last?.fenced === false) last.to = at + 1;
    else found.push({ from: at, to: at + 1, fenced: false });
    at = Math.max(end, at + 1);
  }
  return found;
}

/** Splits text at sentence ends; each part records its lines. */
export function splitProse({ text, from }: Part, limit = PIECE): Part[] {
  let read = 0;
  let line = from;
  return splitText(text, limit).map((piece) => {
    line += countBreaks(text.slice(read, piece.at));
    read = piece.at;
    return { text: piece.text, from: line, to: line + countBreaks(piece.text) + 1 };
  });
}

/** Repeats the header in every part of a table, as its cells mean nothing without it. */
function splitTable({ text, from }: Part, limit: number): Part[] {
  const lines = text.split('\n');
  const head = lines.slice(0, 2).join('\n');
  return packLines(lines.slice(2), Math.max(limit - head.length - 1, 1)).flatMap(
    ({ text: rows, from: first, to }) => {
      const part = { text: `${head}\n${rows}`, from: from + 2 + first, to: from + 2 + to };
      return part.text.length <= MAX_CONTENT ? [part] : splitProse({ ...part, text: rows }, limit);
    },
  );
}

/** Cuts code that exceeds the size of a memory between lines, and fences each part again. */
function splitFence(part: Part): Part[] {
  if (part.text.length <= MAX_CONTENT) return [part];
  const [opening = '', ...code] = part.text.split('\n');
  const closing = /^\s*(?:`{3,}|~{3,})/.exec(opening)?.[0] ?? '';
  const body = code.at(-1)?.trim() === closing.trim() ? code.slice(0, -1) : code;
  const room = MAX_CONTENT - opening.length - closing.length - 2;
  return packLines(body, room).flatMap(({ text, from, to }) =>
    splitText(text, room).map((piece) => ({
      text: `${opening}\n${piece.text}\n${closing}`,
      from: part.from + 1 + from,
      to: part.from + 1 + to,
    })),
  );
}

/** Packs as many lines together as fit; a line over the limit stands alone. */
function packLines(lines: readonly string[], limit: number): Part[] {
  const packed: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const last = packed.at(-1);
    if (last !== undefined && last.text.length + 1 + line.length <= limit)
      packed[packed.length - 1] = { ...last, text: `${last.text}\n${line}`, to: at + 1 };
    else packed.push({ text: line, from: at, to: at + 1 });
  }
  return packed;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
