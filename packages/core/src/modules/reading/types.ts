// Types of this module for programs that embed a memory.
export type { Readings } from './capability.js';
export type { ReadingAnswer, ReadingReport } from '../../domain/reading.js';
