/** Adapters for other libraries that need none of their packages. */
export { MnemeMemoryTool, type MemoryToolOptions } from './memory-tool.js';
export { MnemeSession, type MnemeSessionOptions, type SessionItem } from './conversation.js';
