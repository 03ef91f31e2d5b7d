export { undo, type UndoPorts } from './undo.js';
export { inPlaceOf, mergedEdges, statedOnlyBy } from './replacement.js';
export { differencesOf, mergeMemories } from './merge.js';
export { forget, restore } from './forget.js';
export { withEvidence } from './replacement.js';
export { update } from './update.js';
