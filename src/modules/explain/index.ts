import { defineModule } from '../module.js';

/** What a bank contains and why something was found: list, show, changes, why and whynot. */
export const explain = defineModule({ name: 'explain' });

export { listRecent } from './list-recent.js';
export { ListFilter, listMemories, storeFilter } from './list.js';
export { showClaims, ShownClaim } from './show-claims.js';
export { tellChange } from './list-changes.js';
