export { listRecent } from './list-recent.js';
export { ListFilter, listMemories, storeFilter } from './list.js';
export { showClaims, ShownClaim } from './show-claims.js';
export { tellChange } from './list-changes.js';
