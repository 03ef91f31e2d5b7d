// What programs that embed a memory see of this room.
export type { RecentFilter, RecentMemories } from './list-recent.js';
export type { ListFilter, ListPage } from './list.js';
export type { Shown, ShownLink } from './show.js';
export type { ShownClaim } from './show-claims.js';
