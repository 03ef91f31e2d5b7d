// Types of this module for programs that embed a memory.
export type { Privacy } from './capability.js';
export type { QuarantineAnswer } from './quarantine.js';
