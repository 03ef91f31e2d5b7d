// What programs that embed a memory see of this room.
export type { Curation } from './capability.js';
export type { AnnotateInput, BoostInput, RevisedMemory } from './annotate.js';
export type { BankDiff, ChangedMemory, DiffInput } from './diff.js';
export type { ForgetReceipt } from './forget.js';
export type { Clash } from './invert.js';
export type { Lineage, LineageStep } from './lineage.js';
export type { LogFilter, LogLine, LogPage } from './list-log.js';
export type { TombstoneInput } from './tombstones.js';
export type { UpdateInput, UpdateReceipt } from './update.js';
export type { UndoInput, UndoReceipt } from './undo.js';
export type { DeleteAllInput, DeleteAllReceipt } from './delete-all.js';
