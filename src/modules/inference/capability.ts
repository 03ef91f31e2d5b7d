import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { infer, type Inference, type InferInput } from './infer.js';
import {
  keepConclusion,
  listConclusions,
  type ConclusionFilter,
  type KeepInput,
  type KeepReceipt,
  type KeptConclusions,
} from './kept-conclusions.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly conclusions: Conclusions;
  }
}

/** What follows from causes that memories state: every conclusion with its proof, down to the turns. */
export class Conclusions {
  constructor(private readonly bank: BankHandle) {}

  /** Infers forward, backward, between two things, or to the best explanation. Keeps nothing. Throws `invalid_input`. */
  async infer(input: InferInput): Promise<Inference> {
    return infer(input, await this.bank.open(), this.bank.parts);
  }

  /** Keeps that one thing leads to another, to be told when that falls. Throws `not_found` where it does not, `invalid_input`. */
  async keep(input: KeepInput): Promise<Reversible<KeepReceipt>> {
    return this.bank.reversing(async (bank) =>
      keepConclusion(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** What was kept, as it is now. */
  async list(filter: ConclusionFilter = {}): Promise<KeptConclusions> {
    return listConclusions(filter, await this.bank.open(), this.bank.parts);
  }
}
