export { undo, type UndoPorts } from './undo.js';
export { mergedEdges } from './replacement-edges.js';
export { differencesOf } from './prior-differences.js';
export { inPlaceOf } from './replacement-edges.js';
export { forget, linksReadIn, restore } from './forget.js';
