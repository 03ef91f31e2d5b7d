import { chatItem } from './chat-item.js';
import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { readJsonLines } from '../json-lines.js';
import { SessionClock } from '../session-clock.js';
import { shortOrigin } from '../to-item.js';

/** Chats, one JSON object per line. Each line that is not blank gives exactly one item; one line is held at a time. */
export const chatJsonl: ImportReader = Object.freeze({
  name: 'chat-jsonl',
  describes:
    'Chats with one JSON object per line: role or speaker, content, and optionally timestamp, session, id, tags, metadata, kind, confidence.',
  extensions: ['.jsonl', '.ndjson'],

  looksLike(_path: string, head: string): boolean {
    const line =
      head
        .replace(/^\uFEFF/, '')
        .trimStart()
        .split('\n', 1)[0] ?? '';
    return line.startsWith('{') && /"(?:content|text|message)"\s*:/.test(line);
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const surroundings = {
      origin: shortOrigin(options.origin),
      clock: new SessionClock(options.fallbackTime),
    };
    return readJsonLines(chunks, (value, place) => [chatItem(value, place, surroundings)]);
  },
} satisfies ImportReader);
