export type { ConflictPage, ListedConflict } from './list-conflicts.js';
export type { ConflictReceipt } from './resolve-conflict.js';
export type { ScanReport } from './scan-bank.js';
export { circlesAround, edgesOf } from './circles/circles.js';
export { citationsAmong } from './circles/citations.js';
export { findCircles } from './circles/support-circles.js';
export { gaveWay } from './gave-way.js';
export { judgeClaims } from './judge.js';
export { listConflicts } from './list-conflicts.js';
export {
  type MemoryValidity,
  type ValiditySource,
  readMemoryValidity,
  stillHolding,
} from './read-validity.js';
export { noteConflicts } from './note-conflicts.js';
export { readRelations } from './relation-validity.js';
export { planResolution, resolveConflict } from './resolve-conflict.js';
export { beginOf } from './succession.js';
