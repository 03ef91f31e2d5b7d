/** The formats that can be imported, in the order they are tried: the most recognisable first. */
export const READER_NAMES = [
  'claude-code',
  'mcp-memory',
  'chatgpt',
  'claude-ai',
  'slack',
  'claude-mem',
  'letta',
  'zep',
  'hindsight',
  'mem0',
  'locomo',
  'longmemeval',
  'chat-json',
  'chat-jsonl',
  'mbox',
  'csv',
  'obsidian',
  'markdown',
  'whatsapp',
  'text',
] as const;
export type ReaderName = (typeof READER_NAMES)[number];

/** Everything that can be imported: text formats, and a bank's own export, which is restored as a whole. */
export const IMPORT_FORMATS = ['mneme', ...READER_NAMES] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The formats that a report may name: a folder is not the format of a file. */
export const REPORTED_FORMATS = [...IMPORT_FORMATS, 'folder'] as const;
