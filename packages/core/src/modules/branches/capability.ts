import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/change.js';
import {
  type Branches,
  type BranchFilter,
  type BranchMade,
  listBranches,
  makeBranch,
  type MakeBranchInput,
} from './branches.js';
import { mergeBranch, type BranchMerge, type MergeBranchInput } from './merge-branch.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly branching: Branching;
  }
}

/** Trying changes on a copy of a bank, and merging them. */
export class Branching {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Forks this bank as it is now into a new bank. Throws `conflict` if the name is taken, `invalid_input`,
   * `read_only`.
   */
  async make(input: MakeBranchInput | string): Promise<BranchMade> {
    this.bank.assertWritable();
    return this.bank.writing((bank) => makeBranch(input, bank, this.bank.parts));
  }

  /** The branches of the file. */
  list(filter: BranchFilter = {}): Promise<Branches> {
    return listBranches(filter, this.bank.parts);
  }

  /**
   * Compares a branch with this bank and, unless `preview`, merges the branch's changes as one change. Throws
   * `conflict` if both changed the same thing and no preference is given, `not_found`, `invalid_input`.
   */
  async merge(input: MergeBranchInput): Promise<Reversible<BranchMerge>> {
    if (input.preview === true)
      return {
        ...(await mergeBranch(input, await this.bank.open(), this.bank.parts)),
        reversal: null,
      };
    this.bank.assertWritable();
    return this.bank.reversing(
      (bank) => mergeBranch(input, bank, this.bank.parts),
      ({ merged }) => merged,
    );
  }
}
