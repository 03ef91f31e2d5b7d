import type { FactsReport, FactsStatus } from '../../domain/facts.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { FactsWorker, type RunOptions } from './facts-worker.js';

export type { FactsReport, FactsStatus };

/** Facts that a language model reads from memories: progress, and reading on demand. */
export class Facts {
  constructor(private readonly bank: BankHandle) {}

  /** What is waiting, what was read, what it cost, and why it is paused. */
  async status(): Promise<FactsStatus> {
    return (await this.bank.open()).parts.of(FactsWorker).status();
  }

  /**
   * Reads what is waiting, as far as the budget goes, each answer in a change of its own; with `all`, also
   * what was remembered before reading was switched on. Without a language model nothing is read, and the
   * report says so. Throws `interrupted` between two requests, `read_only`.
   */
  async run(options: RunOptions = {}): Promise<FactsReport> {
    const bank = await this.bank.serve();
    this.bank.assertWritable();
    return bank.parts.of(FactsWorker).run(options);
  }
}
