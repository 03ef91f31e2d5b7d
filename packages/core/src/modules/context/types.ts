// What programs that embed a memory see of this room.
export type { Brief, BriefInput, BriefPart } from './compose-brief.js';
export type { InjectedContext } from './compose-context.js';
export type { ContextInput } from './context-input.js';
export type { SessionMemory, SessionView } from './session-memory.js';
