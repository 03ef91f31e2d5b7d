export { undo, type UndoPorts } from './undo.js';
export { inPlaceOf, mergedEdges, statedOnlyBy } from './replacement-edges.js';
export { differencesOf } from './prior-differences.js';
export { forget, restore } from './forget.js';
export { withEvidence } from './merged-memory.js';
