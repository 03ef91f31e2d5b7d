import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import type { OutcomeInput } from './outcome.js';
import { tellOutcome, type OutcomeReceipt } from './tell-outcome.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly outcomes: Outcomes;
  }
}

/** How what was done with a context ended, and what that says of the memories in it. */
export class Outcomes {
  constructor(private readonly bank: BankHandle) {}

  /** Tells how a context ended; another word on it takes the place of the first. Throws `not_found`, `invalid_input`. */
  async tell(input: OutcomeInput): Promise<Reversible<OutcomeReceipt>> {
    this.bank.assertWritable();
    return this.bank.reversing(
      async (bank) => {
        await bank.uses.flush();
        return tellOutcome(await this.bank.cleaned(input), bank, this.bank.parts);
      },
      ({ changed }) => changed,
    );
  }
}
