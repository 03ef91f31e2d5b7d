// Types of this module for programs that embed a memory.
export type { MemoryFile } from './file/capability.js';
export type { Care } from './capability.js';
export type { Diagnosis } from './diagnose.js';
export type { ReindexOptions, ReindexReport } from './reindex.js';
export type { BankDeleted, DeleteBankInput } from './file/delete-bank.js';
export type { BankContents, FileContents, Statistics } from './statistics.js';
