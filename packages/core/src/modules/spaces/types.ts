// Types of this module for programs that embed a memory.
export type { Spaces } from './capability.js';
export type { ExplainedRow, ExplainInput, MemoryExplanation } from './explain-memory.js';
export type { SpaceMatch, SpaceMatches, SpaceQuery, SpaceStanding } from './search-spaces.js';
export type { SpaceWeights, WeightProfile } from './rank-fusion.js';
