import type { BankHandle } from '../../bank/bank-handle.js';
import type { OperationContext } from '../../kernel/operation.js';
import { runTest, type TestInput } from './run.js';
import type { TestReport } from './report.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Test cases for a bank: what must be recalled and what must not. */
    readonly testing: Testing;
  }
}

/** Tests of a memory: what must be returned, what must not, what must be unknown. */
export class Testing {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Runs every case against this bank, or against an in-memory bank made from `fixture`. Writes nothing and does not
   * count as use. Throws `invalid_input` naming the case and field, `interrupted`.
   */
  async run(
    input: TestInput,
    long: Pick<OperationContext, 'signal' | 'onProgress'> = {},
  ): Promise<TestReport> {
    return runTest(input, await this.bank.serve(), this.bank.core, long);
  }
}
