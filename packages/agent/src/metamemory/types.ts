// What programs that embed a memory see of this room.
export type { Metamemory } from './capability.js';
export type { LearningPriority } from './report.js';
export type { MetamemoryAnswer, TaughtCompetence } from './report.js';
