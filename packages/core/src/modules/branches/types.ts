// Types of this module for programs that embed a memory.
export type { Branching } from './capability.js';
export type { Branches } from './branches.js';
export type { BranchMade, MakeBranchInput } from './make-branch.js';
export type { BranchComparison, BranchMerge, MergeBranchInput } from './merge-branch.js';
