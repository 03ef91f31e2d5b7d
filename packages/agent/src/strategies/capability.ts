import type { TrajectoryInput } from '@mneme/core/domain/strategy.js';
import { textOf } from '@mneme/core/domain/import-export.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { learn, learnText, type LearnOptions } from './learn.js';
import { findStrategies, type StrategyQuery } from './choose-strategy.js';
import { recordUse, type UseInput, type UseReceipt } from './strategy-record.js';
import type { LearnReport, StrategyAnswer } from './strategy-answers.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** What works, learned from runs. */
    readonly strategies: Strategies;
  }
}

/** What works: lessons learned from successful and failed runs. */
export class Strategies {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Stores runs and learns strategies from them, whether successful or failed. Each run is stored only once. Throws
   * `invalid_input` naming the run and the field, `read_only`.
   */
  async learn(
    trajectories: readonly TrajectoryInput[],
    options: LearnOptions = {},
  ): Promise<LearnReport> {
    return this.bank.writing(async (bank) =>
      learn(await this.bank.cleaned(trajectories), options, bank, this.bank.parts),
    );
  }

  /**
   * {@link learn} from a file: JSON or JSONL, in the formats of docs/strategies.md. Throws `malformed_import`,
   * `not_found`.
   */
  async learnFile(path: string, options: LearnOptions = {}): Promise<LearnReport> {
    const text = await textOf((await this.bank.parts.openText(path)).chunks);
    return this.bank.writing(async (bank) =>
      learnText(await this.bank.cleaned(text), options, bank, this.bank.parts),
    );
  }

  /**
   * The strategies for a task, by default only the best: those that the facts allow, ranked by results in similar
   * tasks, competence and expected success, nothing risky where competence is low; without a task, all.
   */
  async find(query: StrategyQuery = {}): Promise<StrategyAnswer> {
    return findStrategies(query, await this.bank.serve(), this.bank.parts);
  }

  /**
   * Counts one use of a strategy and its outcome; with a task, also stores it as an experience, the pattern it showed
   * as a fact, and a failure as a belief. Throws `not_found`.
   */
  async recordOutcome(input: UseInput): Promise<UseReceipt> {
    return this.bank.telling(async (bank, parts) =>
      recordUse(await this.bank.cleaned(input), bank, parts),
    );
  }
}
