import { MnemeError } from '../../domain/errors.js';
import { chatGpt } from './chatgpt.js';
import { chatJson } from './chat-json.js';
import { chatJsonl } from './chat-jsonl.js';
import { READER_NAMES, type ReaderName } from '../../domain/import-format.js';
import type { ImportReader } from './item.js';
import { claudeCode } from './claude-code.js';
import { letta } from './letta.js';
import { locomo } from './locomo.js';
import { longMemEval } from './longmemeval.js';
import { markdown } from './markdown.js';
import { mcpMemory } from './mcp-memory.js';
import { mem0 } from './mem0.js';
import { plainText } from './plain-text.js';

const BY_NAME: Readonly<Record<ReaderName, ImportReader>> = Object.freeze({
  'claude-code': claudeCode,
  'mcp-memory': mcpMemory,
  chatgpt: chatGpt,
  letta,
  mem0,
  locomo,
  longmemeval: longMemEval,
  'chat-json': chatJson,
  'chat-jsonl': chatJsonl,
  markdown,
  text: plainText,
});

/** Every format that can be imported, in the order in which they are tried: plain text, which takes all, at last. */
export const READERS: readonly ImportReader[] = Object.freeze(
  READER_NAMES.map((name) => BY_NAME[name]),
);

/**
 * The reader for a file: by the ending of its name; where several share it or none has it, by its first characters; where those
 * tell nothing, the most general one of the ending.
 */
export function chooseReader(path: string, head: string): ImportReader {
  const lower = path.toLowerCase();
  const byEnding = READERS.filter(({ extensions }) =>
    extensions.some((extension) => lower.endsWith(extension)),
  );
  if (byEnding.length === 1 && byEnding[0] !== undefined) return byEnding[0];
  const looksRight = (reader: ImportReader): boolean => reader.looksLike(path, head);
  return (
    byEnding.find(looksRight) ??
    READERS.find((reader) => reader !== plainText && looksRight(reader)) ??
    byEnding.at(-1) ??
    plainText
  );
}

/** The reader of that name. Throws `invalid_input` naming those there are. */
export function readerNamed(name: string): ImportReader {
  const reader = READERS.find((candidate) => candidate.name === name);
  if (reader !== undefined) return reader;
  throw new MnemeError(
    'invalid_input',
    `format: there is no reader named ${JSON.stringify(name)}.`,
    {
      field: 'format',
      value: name,
      hint: `Choose one of ${READER_NAMES.join(', ')}.`,
    },
  );
}
