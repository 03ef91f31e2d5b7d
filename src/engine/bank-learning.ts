import { BankGraph } from './bank-graph.js';
import type { OpenBank } from './core.js';
import { learn, learnText, type LearnOptions, type LearnReport } from './learning/learn.js';
import { compressStrategies, findStrategies, noteOutcome, type CompressInput, type CompressReport, type StrategyAnswer, type StrategyOutcomeInput, type StrategyOutcomeReceipt, type StrategyQuery } from './learning/strategies.js';
import type { TrajectoryInput } from '../domain/learned/trajectory.js';

/** What a bank learns from acting: what works (strategies), what will happen (foresight). */
export abstract class BankLearning extends BankGraph {
  /**
   * Takes runs in and learns strategies from those that went well and those that failed. Each run at most once. Throws
   * `invalid_input` naming the run and the field, `read_only`.
   */
  async learn(trajectories: readonly TrajectoryInput[], options: LearnOptions = {}): Promise<LearnReport> {
    return this.writing((bank) => learn(trajectories, options, bank, this.core.parts));
  }

  /** {@link learn} from a file: JSON or JSONL, in the forms of docs/strategies.md. Throws `malformed_import`, `not_found`. */
  async learnFile(path: string, options: LearnOptions = {}): Promise<LearnReport> {
    const { chunks } = await this.core.parts.openText(path);
    let text = '';
    for await (const chunk of chunks) text += chunk;
    return this.writing((bank) => learnText(text, options, bank, this.core.parts));
  }

  /** The strategies for a task, the best alone by default; without a task, all. */
  async strategies(query: StrategyQuery = {}): Promise<StrategyAnswer> {
    return findStrategies(query, await this.open(), this.core.parts);
  }

  /** Counts one use of a strategy, and whether it worked. Throws `not_found`. */
  async strategyOutcome(input: StrategyOutcomeInput): Promise<StrategyOutcomeReceipt> {
    return this.writing((bank) => noteOutcome(input, bank, this.core.parts));
  }

  /** Puts near strategies under a more abstract one. A second run changes nothing. */
  async compressStrategies(input: CompressInput = {}): Promise<CompressReport> {
    return this.writing((bank) => compressStrategies(input, bank, this.core.parts));
  }

  /** In turn with the bank's other writes. */
  protected async writing<T>(work: (bank: OpenBank) => Promise<T>): Promise<T> {
    const bank = await this.open();
    return bank.writes.run(() => work(bank));
  }
}
