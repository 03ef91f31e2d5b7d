// What programs that embed a memory see of this room.
export type { Validity } from './capability.js';
export type { ConflictPage, ListedConflict } from './index.js';
export type { ConflictReceipt, ScanReport } from './index.js';
