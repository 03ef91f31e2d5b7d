// What programs that embed a memory see of this room.
export type { Browse } from './capability.js';
export type { About, AboutInput } from './about.js';
export type { HeldClaim } from './held-claims.js';
export type { EntitiesInput, EntityPage, ListedEntity } from './list-entities.js';
export type { EntityCandidate, ResolvedEntity } from './resolve-entity.js';
export type { Timeline, TimelineInput } from './timeline.js';
