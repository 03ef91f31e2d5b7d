import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import {
  checkMemory,
  keepVerdict,
  listVerdicts,
  type Verdicts,
  type VerdictsInput,
  type VerifyInput,
  type VerifyReceipt,
} from './verify-memory.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly verification: Verification;
  }
}

/** Memories that hold code, checked by a solver. */
export class Verification {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Checks the functions in a memory: one verification of the bank after the other, while its writes go on. Throws `not_found`, `invalid_input`
   * where it holds none, `unavailable` where no solver is installed, `conflict` where the memory changed meanwhile, `interrupted`.
   */
  async verify(
    input: VerifyInput,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Reversible<VerifyReceipt>> {
    const { parts } = this.bank;
    const found = await checkMemory(input, await this.bank.open(), parts, signal);
    return this.bank.reversing(
      (bank) => keepVerdict(found, bank, parts),
      ({ id }) => id !== null,
    );
  }

  /** Verdicts that are kept, the latest first. */
  async verdicts(filter: VerdictsInput = {}): Promise<Verdicts> {
    return listVerdicts(filter, await this.bank.open(), this.bank.parts);
  }
}
