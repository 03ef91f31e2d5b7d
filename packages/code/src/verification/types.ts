// Public types of this module for programs that embed a memory.
export type { FunctionVerdict, KindVerdict } from './verdict.js';
export type { Verdicts, Verification, VerifyInput } from './verify-memory.js';
