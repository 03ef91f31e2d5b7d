// What programs that embed a memory see of this room.
export type { Spaces } from './capability.js';
export type { MemoryComparison, SpaceLikeness } from './compare-memories.js';
export type { ExplainedRow, MemoryExplanation } from './explain-memory.js';
export type { SpaceMatch, SpaceMatches, SpaceQuery, SpaceStanding } from './search-spaces.js';
export type { SpaceWeights, WeightProfile } from './weight-profiles.js';
