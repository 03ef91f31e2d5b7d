// What programs that embed a memory see of this room.
export type { Privacy } from './capability.js';
export type { QuarantineAnswer } from './quarantine.js';
