export { undo, type UndoPorts } from './undo.js';
export { inPlaceOf, mergedEdges, statedOnlyBy } from './replacement.js';
export { differencesOf } from './merge.js';
export { forget, restore } from './forget.js';
export { withEvidence } from './replacement.js';
export { update } from './update.js';
export { isAction } from './manifest-format.js';
export { applyAction } from './plan-manifest.js';
