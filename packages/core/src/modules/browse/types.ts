// Types of this module for programs that embed a memory.
export type { Browse } from './capability.js';
export type { About, AboutInput } from './about.js';
export type { HeldClaim } from './slots.js';
export type { EntitiesInput, EntityPage, ListedEntity } from './entities.js';
export type { EntityCandidate, ResolvedEntity } from './entities.js';
export type { Timeline, TimelineInput } from './timeline.js';
