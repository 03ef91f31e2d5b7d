import type { BankHandle } from '../../bank/bank-handle.js';
import type { OperationContext } from '../../kernel/operation.js';
import { runTest, type TestInput } from './run.js';
import type { TestReport } from './report.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Test cases for a bank: what must be recalled, what must not. */
    readonly testing: Testing;
  }
}

/** Tests of a memory: what must come back, what must not, what must be unknown. */
export class Testing {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Asks every case of this bank, or of a bank in memory made of `fixture`, and tells how each came out. Writes nothing and counts as no
   * use. Throws `invalid_input` naming the case and field, `interrupted`.
   */
  async run(
    input: TestInput,
    long: Pick<OperationContext, 'signal' | 'onProgress'> = {},
  ): Promise<TestReport> {
    return runTest(input, await this.bank.serve(), this.bank.core, long);
  }
}
