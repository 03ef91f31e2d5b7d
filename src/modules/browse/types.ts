// What programs that embed a memory see of this room.
export type { Browse } from './capability.js';
export type { About, AboutInput } from './about.js';
export type { HeldClaim } from './held-claims.js';
export type { GraphMap, GraphMapInput, MapNode } from './graph-map.js';
export type { EntitiesInput, EntityPage, ListedEntity } from './list-entities.js';
export type { Timeline, TimelineInput } from './timeline.js';
