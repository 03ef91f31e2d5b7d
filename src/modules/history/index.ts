export { undo, type UndoPorts } from './undo.js';
export { mergedEdges } from './merge/merged-edges.js';
export { differencesOf } from './merge/priors.js';
export { inPlaceOf } from './in-place-of.js';
export { forget, linksReadIn, restore } from './forget.js';
