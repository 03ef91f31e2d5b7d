// Types of this module for programs that embed a memory.
export type { Documents } from './capability.js';
