export { ListFilter, listMemories, storeFilter } from './list.js';
export { showClaims, ShownClaim } from './show.js';
export { lineageOf } from './provenance.js';
export { NOT_UNDONE } from './list.js';
export { standingReversal } from './list.js';
