// What programs that embed a memory see of this room.
export type { Learning, MemoryFingerprint } from './fingerprint-memory.js';
export type { GoalAlignment, PurposeReport } from './purpose-report.js';
export type { PurposeMatch, PurposeMatches, PurposeQuery } from './purpose-search.js';
