// What programs that embed a memory see of this room.
export type { Metamemory } from './capability.js';
export type { KnowledgeSource, SourceReport } from './sources.js';
export type { LearningPriorities, LearningPriority } from './priorities.js';
export type { SyncedCompetence, SyncInput, SyncReport } from './sync-competence.js';
