/** The formats that can be imported. */
export const READER_NAMES = ['chat-jsonl', 'locomo', 'longmemeval', 'markdown', 'text'] as const;
export type ReaderName = (typeof READER_NAMES)[number];
