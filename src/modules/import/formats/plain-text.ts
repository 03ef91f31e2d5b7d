import { MAX_CONTENT } from '../../../domain/memory.js';
import { DocumentLines, documentLines } from './document-lines.js';
import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { SessionClock } from '../session-clock.js';
import { splitProse } from '../split-block.js';
import { splitText } from '../../../language/split-text.js';
import { shortOrigin, toItem } from '../to-item.js';
import { readTranscript, type TranscriptTurn } from './transcript.js';

/** Plain text: a memory for each paragraph, or for each turn when most lines read `Name: text`. */
export const plainText: ImportReader = Object.freeze({
  name: 'text',
  describes:
    'Plain text: a memory for each paragraph, or for each turn of a transcript whose lines read "Name: text" or "[2025-02-03 18:12] Name: text".',
  extensions: ['.txt', '.text', '.log'],

  /** Whatever is no other format is text. */
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

/** The runs of lines that are not blank. */
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
