// What programs that embed a memory see of this room.
export type { Readings } from './capability.js';
export type { ReadingReport, ReadingStatus } from '../../domain/reading.js';
