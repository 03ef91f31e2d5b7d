// What programs that embed a memory see of this room.
export type { FunctionVerdict, KindVerdict } from './verdict.js';
export type { Verdicts, Verification, VerifyInput } from './verify-memory.js';
