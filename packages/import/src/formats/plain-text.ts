import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { splitText } from '@mneme/core/language/passages.js';
import {
  type ImportItem,
  type ImportReader,
  type ReadOptions,
  shortOrigin,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-text.js';
import { readStated, SessionClock, type Stated } from '../read-time.js';
import { splitProse } from '../split-block.js';

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
