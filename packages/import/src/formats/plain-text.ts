import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { type Block, fenceEnd, PIECE, splitText } from '@mneme/core/language/passages.js';
import {
  type ImportItem,
  type ImportReader,
  type ReadOptions,
  readStated,
  SessionClock,
  shortOrigin,
  type Stated,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-document.js';

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
function splitProse({ text, from }: Part, limit = PIECE): Part[] {
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

/** One turn of a speaker, over one line or several. */
interface TranscriptTurn {
  /** Null for text before the first speaker. */
  readonly speaker: string | null;
  readonly text: string;
  readonly saidAt: Stated | undefined;
  /** Index of the first line, and one past its last non-blank line. */
  readonly from: number;
  readonly to: number;
}

/** Minimum share of lines that start a turn, for a text to count as a transcript. */
const ENOUGH = 0.6;

/** `[2025-02-03 18:12] Ann Lee: text`; the time is optional, with or without brackets. */
const TURN =
  /^\s*(?:(?:\[(?<stamp>[^\]]{1,40})\]|(?<bare>\d{4}[-/]\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}\S{0,20}))\s*(?:[-–—]\s+)?)?(?<speaker>[\p{L}@][\p{L}\p{M}\p{N}._'’@()-]{0,39}(?: [\p{L}\p{N}(][\p{L}\p{M}\p{N}._'’@()-]{0,39}){0,3}):(?:\s+(?<text>.*))?$/su;

/** The turns of a transcript; null for prose. */
function readTranscript(lines: readonly string[]): TranscriptTurn[] | null {
  const matches = lines.map((line) => TURN.exec(line)?.groups ?? null);
  if (!isTranscript(lines, matches)) return null;
  const turns = collectTurns(lines, matches);
  // Labels without any text under them are headings.
  return turns.some(({ speaker, text }) => speaker !== null && text !== '') ? turns : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isTranscript(lines: readonly string[], matches: readonly (Groups | null)[]): boolean {
  const written = lines.filter((line) => line.trim() !== '').length;
  const turns = matches.filter((match) => match !== null);
  if (turns.length < 2 || turns.length < ENOUGH * written) return false;
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  // A form or a recipe also has a name and a colon on each line; but in a conversation somebody
  // speaks twice, or the lines have times.
  return (
    speakers.size < turns.length || turns.every(({ stamp, bare }) => (stamp ?? bare) !== undefined)
  );
}

function collectTurns(
  lines: readonly string[],
  matches: readonly (Groups | null)[],
): TranscriptTurn[] {
  const written = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  // Each turn starts with a line that names its speaker; text before the first such line has no
  // speaker.
  const openings = written.flatMap((at, index) =>
    index === 0 || matches[at] !== null ? [index] : [],
  );
  return openings.map((index, turn) => {
    const own = written.slice(index, openings[turn + 1]);
    const from = own[0] ?? 0;
    const match = matches[from] ?? null;
    const first = match === null ? lines[from] : match.text;
    const text = [first ?? '', ...own.slice(1).map((at) => lines[at] ?? '')]
      .map((line) => line.trim())
      .join('\n')
      .trim();
    return {
      speaker: match?.speaker ?? null,
      text,
      saidAt: readStated(match?.stamp ?? match?.bare),
      from,
      to: (own.at(-1) ?? from) + 1,
    };
  });
}

/** Plain text: a memory for each paragraph, or for each turn when most lines read `Name: text`. */
export const plainText: ImportReader = Object.freeze({
  name: 'text',
  describes:
    'Plain text: a memory for each paragraph, or for each turn of a transcript whose lines read "Name: text" or "[2025-02-03 18:12] Name: text".',
  extensions: ['.txt', '.text', '.log'],

  /** Fallback: whatever is no other format is text. */
  looksLike(): boolean {
    return true;
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (!(document instanceof DocumentLines)) {
      yield document;
      return;
    }
    const lines = document.lines.map(({ text }) => text);
    const turns = readTranscript(lines);
    if (turns === null) yield* paragraphItems(document, lines, options);
    else yield* turnItems(document, turns, options);
  },
} satisfies ImportReader);

function* paragraphItems(
  document: DocumentLines,
  lines: readonly string[],
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const origin = shortOrigin(options.origin);
  const parts = paragraphs(lines).flatMap(({ from, to }) =>
    splitProse({ text: lines.slice(from, to).join('\n'), from, to }),
  );
  for (const [position, { text, from, to }] of parts.entries()) {
    const place = document.place(from + 1, to);
    yield toItem(place, {
      content: text,
      kind: 'fact',
      session: origin,
      origin,
      position,
      saidAt: options.fallbackTime,
      metadata: { line: from + 1 },
    });
  }
}

/** Runs of non-blank lines. */
function paragraphs(lines: readonly string[]): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}

function* turnItems(
  document: DocumentLines,
  turns: readonly TranscriptTurn[],
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const session = shortOrigin(options.origin);
  const clock = new SessionClock(options.fallbackTime);
  for (const { speaker, text, saidAt, from, to } of turns) {
    const stated = {
      kind: speaker === null ? 'fact' : 'experience',
      speaker: speaker ?? undefined,
      session,
      origin: session,
    };
    const pieces = text === '' ? [{ text }] : splitText(text, MAX_CONTENT);
    for (const piece of pieces) {
      yield toItem(document.place(from + 1, to), {
        content: piece.text,
        ...stated,
        ...clock.next(session, saidAt),
        metadata: { line: from + 1 },
      });
    }
  }
}
