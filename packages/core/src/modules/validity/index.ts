export type { ConflictPage, ListedConflict } from './list-conflicts.js';
export type { ConflictReceipt } from './resolve-conflict.js';
export type { ScanReport } from './contradictions.js';
export { circlesAround, edgesOf } from './circles.js';
export { citationsAmong } from './circles.js';
export { findCircles } from './circles.js';
export { isValueSuperseded } from './succession.js';
export { judgeClaims } from './succession.js';
export { listConflicts } from './list-conflicts.js';
export {
  type MemoryValidity,
  type ValiditySource,
  readMemoryValidity,
  stillHolding,
} from './read-validity.js';
export { noteConflicts } from './list-conflicts.js';
export { readRelations } from './relation-validity.js';
export { resolveConflict } from './resolve-conflict.js';
export { beginOf } from './succession.js';
export { conflictEdges } from './record-conflict.js';
