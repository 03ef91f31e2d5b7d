import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import {
  checkMemory,
  keepVerdict,
  listVerdicts,
  VerifyInput,
  type Verdicts,
} from './verify-memory.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly verification: Verification;
  }
}

/** Verifies code in memories with an SMT solver. */
export class Verification {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Verifies the functions in a memory: one verification of a bank at a time, without blocking its writes; without a
   * memory, lists the stored verdicts. Throws `not_found`, `invalid_input` where it holds no code, `unavailable`
   * where no solver is installed, `conflict` where the memory changed meanwhile, `interrupted`.
   */
  async verify(
    input: VerifyInput = {},
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Reversible<Verdicts>> {
    const { parts } = this.bank;
    const { memory, verdict, ...asked } = parseInput(VerifyInput, input, 'verify');
    const opened = await this.bank.open();
    if (memory === undefined) {
      await opened.state.follow();
      return { ...(await listVerdicts(verdict, opened, parts)), reversal: null };
    }
    const found = await checkMemory({ memory, ...asked }, opened, parts, signal);
    return this.bank.reversing(
      (bank) => keepVerdict(found, bank, parts),
      ({ verdicts: [kept] }) => kept !== undefined && kept.id !== null,
    );
  }
}
