// Public types of this module for programs that embed a memory.
export type { Dialogue } from './capability.js';
