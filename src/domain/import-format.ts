/** The formats that can be imported, in the order in which they are tried: those that say most of themselves first. */
export const READER_NAMES = ['claude-code', 'mcp-memory', 'chatgpt', 'letta', 'mem0', 'locomo', 'longmemeval', 'chat-json', 'chat-jsonl', 'markdown', 'text'] as const;
export type ReaderName = (typeof READER_NAMES)[number];
