// Types of this module for programs that embed a memory.
export type { Brief, BriefInput, BriefPart } from './compose-brief.js';
export type { InjectedContext } from './compose-context.js';
export type { ContextInput } from './context-input.js';
export type { SessionMemory, SessionView } from './session-memory.js';
