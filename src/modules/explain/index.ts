import { defineModule } from '../module.js';

/** What a memory holds and why it was found: list, show, changes, why and whynot. */
export const explain = defineModule({ name: 'explain' });

export { listRecent } from './list-recent.js';
export { ListFilter, listMemories, storeFilter } from './list.js';
export { showClaims, ShownClaim } from './show-claims.js';
