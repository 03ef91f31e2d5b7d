import { withoutMark } from './lines.js';
import type { MalformedItem } from './item.js';
import { malformed } from './to-item.js';

/** The longest text that is read as a whole, in UTF-16 units; a little under what a JavaScript string can hold. */
const MAX_WHOLE_TEXT = 500_000_000;

type WholeText =
  | {
      readonly ok: true;
      /** Without its byte order mark. */ readonly text: string;
      /** UTF-8 bytes of all of it. */ readonly bytes: number;
    }
  | { readonly ok: false; readonly item: MalformedItem };

/** Joins a file whose format has to be seen whole. */
export async function wholeText(
  chunks: AsyncIterable<string>,
  limit = MAX_WHOLE_TEXT,
): Promise<WholeText> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) {
      const fault = {
        problem: `the file is longer than ${limit} characters, and its format has to be read as a whole`,
        hint: 'Split it into several files.',
      };
      return { ok: false, item: malformed({ line: 1, bytes: 0, name: 'The file' }, fault) };
    }
    parts.push(chunk);
  }
  const text = parts.join('');
  return { ok: true, text: withoutMark(text), bytes: Buffer.byteLength(text) };
}
