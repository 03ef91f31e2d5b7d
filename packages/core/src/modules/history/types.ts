// Types of this module for programs that embed a memory.
export type { Curation } from './capability.js';
export type { BankDiff, ChangedMemory, DiffInput } from './diff.js';
export type { ForgetReceipt } from './forget.js';
export type { Clash } from './invert.js';
export type { UpdateInput, UpdateReceipt } from './update.js';
export type { UndoInput, UndoReceipt } from './undo.js';
export type { ForgetInput } from './forget-what.js';
