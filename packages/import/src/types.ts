// What programs that embed a memory see of this room.
export type { ImportOptions, ImportProgress, ImportReport } from './import-text.js';
export type { ImportStream } from './import-into.js';
