import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/change.js';
import type { MergeInput, MergeReceipt } from '../../domain/forgetting-and-merging.js';
import { type BankDiff, diffBank, type DiffInput } from './diff.js';
import { mergeMemories } from './merge.js';
import { listLog, type LogFilter, type LogPage } from '../inspect/list.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Manual corrections, and the history of the bank. */
    readonly curation: Curation;
  }
}

/**
 * Manual corrections by people and agents, and the history of changes. Every such change can be undone for 30 days by
 * the `reversal` of its receipt.
 */
export class Curation {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Replaces several memories by one that has all their evidence and links; they are retracted and superseded by it.
   * Throws `not_found`, `invalid_input` for retracted ones, `conflict` if their priors differ, unless `force`.
   */
  async merge(input: MergeInput): Promise<Reversible<MergeReceipt>> {
    return this.bank.reversing(async (bank) =>
      mergeMemories(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * The bank's changes, newest first or in order after a sequence number, each with its reversal hash. Throws
   * `invalid_input`.
   */
  async log(filter: LogFilter = {}): Promise<LogPage> {
    return listLog(filter, (await this.bank.open()).name, this.bank.parts);
  }

  /** The difference between what the bank held at two moments. Throws `invalid_input`. */
  async diff(input: DiffInput): Promise<BankDiff> {
    return diffBank(input, (await this.bank.open()).name, this.bank.parts.store);
  }
}
