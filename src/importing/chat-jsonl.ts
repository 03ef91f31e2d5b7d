import { readChatMessage } from './chat-message.js';
import type { ImportItem, ImportReader, Place, ReadOptions } from './item.js';
import { MAX_LINE, readLines, type Line } from './lines.js';
import { parseJson } from './parse-json.js';
import { SessionClock } from './session-clock.js';
import { malformed, shortOrigin, skipped, toItem, type Fault } from './to-item.js';

/** Chats, one JSON object per line. Each line that is not blank gives exactly one item; one line is held at a time. */
export const chatJsonl: ImportReader = Object.freeze({
  name: 'chat-jsonl',
  describes: 'Chats with one JSON object per line: role or speaker, content, and optionally timestamp, session, id, tags, metadata, kind, confidence.',
  extensions: ['.jsonl', '.ndjson'],

  looksLike(_path: string, head: string): boolean {
    const line = head.replace(/^\uFEFF/, '').trimStart().split('\n', 1)[0] ?? '';
    return line.startsWith('{') && /"(?:content|text|message)"\s*:/.test(line);
  },

  async *read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<ImportItem, void, undefined> {
    const origin = shortOrigin(options.origin);
    const clock = new SessionClock(options.fallbackTime);
    let passedOver = 0;
    for await (const line of readLines(chunks)) {
      if (line.text.trim() === '' && !line.tooLong) {
        passedOver += line.bytes;
        continue;
      }
      yield readLine(line, { line: line.number, bytes: line.bytes + passedOver }, origin, clock);
      passedOver = 0;
    }
  },
} satisfies ImportReader);

function readLine(line: Line, place: Place, origin: string, clock: SessionClock): ImportItem {
  if (line.tooLong) return malformed(place, tooLong(line));
  const json = parseJson(line.text);
  if (!json.ok) {
    return malformed(place, {
      problem: `no valid JSON at column ${json.column}: ${json.reason}`,
      hint: 'Mend the line, or take it out; every line has to hold one whole JSON object.',
      value: line.text,
    });
  }
  const message = readChatMessage(json.value);
  if ('problem' in message) return malformed(place, message);
  if (message.writer === 'system') return skipped(place, 'system prompt');
  if (message.content.trim() === '') return skipped(place, 'no text');
  const { writer: source, speaker, content, turn, rest } = message;
  // A file that names no session is itself the conversation.
  const session = message.session ?? origin;
  return toItem(place, { content, speaker, session, turn, source, origin, ...rest, kind: rest.kind ?? 'experience', ...clock.next(session, message.saidAt) });
}

function tooLong(line: Line): Fault {
  return { problem: `the line is longer than ${MAX_LINE} characters`, hint: 'Split the message; one memory holds 65,536 characters.', value: line.text };
}
