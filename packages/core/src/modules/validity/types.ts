// Types of this module for programs that embed a memory.
export type { Validity } from './capability.js';
export type { ConflictPage, ListedConflict } from './index.js';
export type { ConflictReceipt, ScanReport } from './index.js';
