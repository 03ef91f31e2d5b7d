import { MnemeError } from '@mneme/core/domain/errors.js';
import { chatGpt } from './formats/chatgpt.js';
import { chatJson, chatJsonl } from './formats/chat-json.js';
import { READER_NAMES, type ReaderName } from '@mneme/core/domain/import-export.js';
import type { ImportReader } from './item.js';
import { claudeAi } from './formats/claude-ai.js';
import { claudeMem } from './formats/claude-mem.js';
import { hindsight } from './formats/hindsight.js';
import { zep } from './formats/zep.js';
import { claudeCode } from './formats/claude-code.js';
import { csv } from './formats/csv.js';
import { letta } from './formats/letta.js';
import { locomo } from './formats/locomo.js';
import { longMemEval } from './formats/longmemeval.js';
import { markdown } from './formats/markdown.js';
import { mbox } from './formats/mbox.js';
import { mcpMemory } from './formats/mcp-memory.js';
import { mem0 } from './formats/mem0.js';
import { obsidian } from './formats/obsidian.js';
import { plainText } from './formats/plain-text.js';
import { slack } from './formats/slack.js';
import { whatsapp } from './formats/whatsapp.js';

const BY_NAME: Readonly<Record<ReaderName, ImportReader>> = Object.freeze({
  'claude-code': claudeCode,
  'mcp-memory': mcpMemory,
  chatgpt: chatGpt,
  'claude-ai': claudeAi,
  slack,
  'claude-mem': claudeMem,
  letta,
  zep,
  hindsight,
  mem0,
  locomo,
  longmemeval: longMemEval,
  'chat-json': chatJson,
  'chat-jsonl': chatJsonl,
  mbox,
  csv,
  obsidian,
  markdown,
  whatsapp,
  text: plainText,
});

/** All import formats, in the order in which they are tried: plain text, which accepts everything, comes last. */
export const READERS: readonly ImportReader[] = Object.freeze(
  READER_NAMES.map((name) => BY_NAME[name]),
);

/**
 * Selects the reader of a file: by extension; where several share it or none has it, by its first characters; failing
 * that, the most general reader of the extension.
 */
export function chooseReader(path: string, head: string): ImportReader {
  const lower = path.toLowerCase();
  const byEnding = READERS.filter(({ extensions }) =>
    extensions.some((extension) => lower.endsWith(extension)),
  );
  if (byEnding.length === 1 && byEnding[0] !== undefined) return byEnding[0];
  const looksRight = (reader: ImportReader): boolean => reader.looksLike(path, head);
  const told = byEnding.find(looksRight);
  // JSON covers many formats under one extension; for documents, the extension decides.
  const isDocument =
    byEnding.length > 0 && !byEnding.some(({ extensions }) => extensions.includes('.json'));
  if (isDocument && !byEnding.some(({ extensions }) => extensions.includes('.jsonl')))
    return told ?? byEnding.at(-1) ?? plainText;
  return (
    told ??
    READERS.find((reader) => reader !== plainText && looksRight(reader)) ??
    byEnding.at(-1) ??
    plainText
  );
}

/** The reader of that name. Throws `invalid_input` listing the names. */
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
