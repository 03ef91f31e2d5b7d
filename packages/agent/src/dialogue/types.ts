// What programs that embed a memory see of this room.
export type { Dialogue } from './capability.js';
