/** What other libraries ask of a memory, and need no package of theirs for. */
export { MnemeMemoryTool, type MemoryToolOptions } from './memory-tool.js';
export { MnemeSession, type MnemeSessionOptions, type SessionItem } from './agents-session.js';
