// What programs that embed a memory see of this room.
export type { Documents } from './capability.js';
