export { ListFilter, listMemories, storeFilter } from './list.js';
export { showClaims, ShownClaim } from './show.js';
export { lineageOf } from './lineage.js';
export { NOT_UNDONE } from './list-log.js';
export { standingReversal } from './list-log.js';
