import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import {
  listVerdicts,
  verifyMemory,
  type Verdicts,
  type VerdictsInput,
  type VerifyInput,
  type VerifyReceipt,
} from './verify-memory.js';

/** Memories that hold code, checked by a solver. */
export class Verification {
  constructor(private readonly bank: BankHandle) {}

  /** Checks the functions in a memory. Throws `not_found`, `invalid_input` where it holds none, `unavailable` where no solver is installed. */
  async verify(input: VerifyInput): Promise<Reversible<VerifyReceipt>> {
    return this.bank.reversing(
      (bank) => verifyMemory(input, bank, this.bank.parts),
      ({ id }) => id !== null,
    );
  }

  /** Verdicts that are kept, the latest first. */
  async verdicts(filter: VerdictsInput = {}): Promise<Verdicts> {
    return listVerdicts(filter, await this.bank.open(), this.bank.parts);
  }
}
