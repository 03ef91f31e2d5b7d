// What programs that embed a memory see of this room.
export type { Readings } from './capability.js';
export type { ReadingAnswer, ReadingReport } from '../../domain/reading.js';
