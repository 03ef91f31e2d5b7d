/** The formats that can be imported, in the order in which they are tried: those that say most of themselves first. */
export const READER_NAMES = [
  'claude-code',
  'mcp-memory',
  'chatgpt',
  'claude-ai',
  'slack',
  'letta',
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

/** All that can be imported: what is read as texts, and a bank's own export, which is taken in whole. */
export const IMPORT_FORMATS = ['mneme', ...READER_NAMES] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What a report says was read: a folder is no format of a file. */
export const REPORTED_FORMATS = [...IMPORT_FORMATS, 'folder'] as const;
