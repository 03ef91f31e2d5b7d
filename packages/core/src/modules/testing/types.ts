// Types of this module for programs that embed a memory.
export type { Testing } from './capability.js';
export type { CaseFile, CaseFileInput, MemoryCase } from './case.js';
export type { PinnedCase } from './pin.js';
export type { Drift, Mutation, Outcome, TestReport } from './report.js';
export type { TestInput } from './run.js';
