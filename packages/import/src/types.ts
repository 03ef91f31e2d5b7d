// Public types of this module for programs that embed a memory.
export type { ImportOptions, ImportProgress, ImportReport } from './import-text.js';
export type { ImportStream } from './import-into.js';
