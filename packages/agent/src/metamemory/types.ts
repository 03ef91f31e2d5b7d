// Public types of this module for programs that embed a memory.
export type { Metamemory } from './capability.js';
export type { LearningPriority } from './report.js';
export type { MetamemoryAnswer, TaughtCompetence } from './report.js';
