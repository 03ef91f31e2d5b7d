import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { listBranches, type BranchFilter, type Branches } from './branches.js';
import { makeBranch, type BranchMade, type MakeBranchInput } from './make-branch.js';
import { mergeBranch, type BranchMerge, type MergeBranchInput } from './merge-branch.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly branching: Branching;
  }
}

/** Trying something on a copy, and taking it over when it is good. */
export class Branching {
  constructor(private readonly bank: BankHandle) {}

  /** Forks this bank as it is now into a bank of that name. Throws `conflict` where one is there, `invalid_input`, `read_only`. */
  async make(input: MakeBranchInput | string): Promise<BranchMade> {
    this.bank.assertWritable();
    return this.bank.writing((bank) => makeBranch(input, bank, this.bank.parts));
  }

  /** The branches of the file. */
  list(filter: BranchFilter = {}): Promise<Branches> {
    return listBranches(filter, this.bank.parts);
  }

  /**
   * What a branch of this bank changed, and what this bank changed meanwhile; takes the former over, as one change, unless it is only a
   * `preview`. Throws `conflict` where both changed one thing and nothing is preferred, `not_found`, `invalid_input`.
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
