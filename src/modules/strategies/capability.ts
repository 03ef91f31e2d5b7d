import type { TrajectoryInput } from '../../domain/learned/trajectory.js';
import { textOf } from '../../domain/text-of.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { learn, learnText, type LearnOptions } from './learn.js';
import {
  compressStrategies,
  findStrategies,
  noteOutcome,
  type CompressInput,
  type StrategyOutcomeInput,
  type StrategyQuery,
} from './strategies.js';
import { chooseStrategy, type StrategyChoice } from './choose-strategy.js';
import { groundStrategy, type GroundedStrategies } from './ground-strategy.js';
import { recordUse, type UseInput, type UseReceipt } from './record-use.js';
import type { TaskInput } from './task-input.js';
import {
  type LearnReport,
  type CompressReport,
  type StrategyAnswer,
  type StrategyOutcomeReceipt,
} from './strategy-answers.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** What works, learned from runs. */
    readonly strategies: Strategies;
  }
}

/** What works: lessons learned from successful and failed runs. */
export class Strategies {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Stores runs and learns strategies from the successful and the failed ones. Each run at most once.
   * Throws `invalid_input` naming the run and the field, `read_only`.
   */
  async learn(
    trajectories: readonly TrajectoryInput[],
    options: LearnOptions = {},
  ): Promise<LearnReport> {
    return this.bank.writing(async (bank) =>
      learn(await this.bank.cleaned(trajectories), options, bank, this.bank.parts),
    );
  }

  /** {@link learn} from a file: JSON or JSONL, in the forms of docs/strategies.md. Throws `malformed_import`, `not_found`. */
  async learnFile(path: string, options: LearnOptions = {}): Promise<LearnReport> {
    const text = await textOf((await this.bank.parts.openText(path)).chunks);
    return this.bank.writing(async (bank) =>
      learnText(await this.bank.cleaned(text), options, bank, this.bank.parts),
    );
  }

  /** The strategies for a task, by default only the best; without a task, all. */
  async find(query: StrategyQuery = {}): Promise<StrategyAnswer> {
    return findStrategies(query, await this.bank.serve(), this.bank.parts);
  }

  /**
   * The strategies for a task whose conditions the facts do not violate, with how they went in similar
   * tasks. Throws `invalid_input`.
   */
  async ground(input: TaskInput): Promise<GroundedStrategies> {
    return groundStrategy(input, await this.bank.serve(), this.bank.parts);
  }

  /**
   * The strategies for a task by competence and expected success; nothing risky where competence is low.
   * Throws `invalid_input`.
   */
  async choose(input: TaskInput): Promise<StrategyChoice> {
    return chooseStrategy(input, await this.bank.serve(), this.bank.parts);
  }

  /** Counts one use of a strategy, and whether it worked. Throws `not_found`. */
  async recordOutcome(input: StrategyOutcomeInput): Promise<StrategyOutcomeReceipt> {
    return this.bank.writing(async (bank) =>
      noteOutcome(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Counts one use of a strategy and stores it as an experience; what it showed becomes a fact, a failure a
   * belief. Throws `not_found`.
   */
  async recordUse(input: UseInput): Promise<UseReceipt> {
    return this.bank.telling(async (bank, parts) =>
      recordUse(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** Subsumes similar strategies under a more abstract one. A second run changes nothing. */
  async compress(input: CompressInput = {}): Promise<CompressReport> {
    return this.bank.writing(async (bank) =>
      compressStrategies(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }
}
