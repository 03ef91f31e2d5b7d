import type { Goal } from '../domain/goal.js';
import { BankCuration } from './bank-curation.js';
import type { FlowParts, OpenBank } from './core.js';
import { chooseStrategy, type StrategyChoice } from './paradigms/choose-strategy.js';
import { conclude, type Conclusion, type InteractionInput } from './paradigms/conclude.js';
import { foretell, type Foretelling, type ForetellInput } from './paradigms/foretell.js';
import { groundStrategy, type GroundedStrategies } from './paradigms/ground-strategy.js';
import {
  execute,
  prepare,
  type ActOutcome,
  type Execution,
  type PreparedTask,
} from './paradigms/prepare.js';
import { learningPriorities, type LearningPriorities } from './paradigms/priorities.js';
import {
  pursue,
  pursueBy,
  type PursuedGoal,
  type PursueInput,
  type Pursuit,
} from './paradigms/pursue.js';
import { reconcile, type Reconciliation, type ReconcileInput } from './paradigms/reconcile.js';
import { recordUse, type UseInput, type UseReceipt } from './paradigms/record-use.js';
import { shouldAttempt, type AttemptAdvice } from './paradigms/should-attempt.js';
import { syncCompetence, type SyncInput, type SyncReport } from './paradigms/sync-competence.js';
import { synthesise, type SynthesiseInput, type Synthesis } from './paradigms/synthesise.js';
import type { TaskInput } from './paradigms/task-input.js';
import { settlePrediction, type SettledPrediction, type SettleInput } from './learning/settle.js';

/** What goes from one paradigm to another: facts, strategies and forecasts work on each other (capabilities P2 to P14, decision 96). */
export abstract class BankParadigms extends BankCuration {
  /** The strategies for a task whose conditions the facts do not violate, with how they went in like tasks. Throws `invalid_input`. */
  async groundStrategy(input: TaskInput): Promise<GroundedStrategies> {
    return groundStrategy(input, await this.serving(), this.core.parts);
  }

  /** Counts one use of a strategy, and keeps it as an experience; what it showed becomes a fact, that it failed a belief. Throws `not_found`. */
  async recordUse(input: UseInput): Promise<UseReceipt> {
    return this.telling(async (bank, parts) => recordUse(await this.cleaned(input), bank, parts));
  }

  /** What actions lead to, with what the bank knows standing in for conditions that are open. `keep` makes a prediction of it. */
  async foretell(input: ForetellInput): Promise<Foretelling> {
    if (input.keep !== true) return foretell(input, await this.serving(), this.core.parts);
    return this.telling(async (bank, parts) => foretell(await this.cleaned(input), bank, parts));
  }

  /** Holds a prediction against what came: its beliefs move, a sure rule becomes a fact. Throws `not_found`, `conflict` for a settled one. */
  async settle(input: SettleInput): Promise<SettledPrediction & { readonly sequence: number }> {
    return this.telling(async (bank, parts) =>
      settlePrediction(await this.cleaned(input), bank, parts),
    );
  }

  /** Counts how strategies went towards the competence in their field. A second run adds nothing. */
  async syncCompetence(input: SyncInput = {}): Promise<SyncReport> {
    return this.writing((bank) => syncCompetence(input, bank, this.core.parts));
  }

  /** The strategies for a task by competence and what they promise; nothing risky where little goes well. Throws `invalid_input`. */
  async chooseStrategy(input: TaskInput): Promise<StrategyChoice> {
    return chooseStrategy(input, await this.serving(), this.core.parts);
  }

  /** Whether to attempt a task, with a caveat, to ask for help, or to decline. Throws `invalid_input`. */
  async shouldAttempt(input: TaskInput): Promise<AttemptAdvice> {
    return shouldAttempt(input, await this.serving(), this.core.parts);
  }

  /** Makes a task ready: facts, strategy, advice, and a prediction that {@link conclude} settles. Throws `invalid_input`. */
  async prepare(input: TaskInput): Promise<PreparedTask> {
    return this.telling(async (bank, parts) => prepare(await this.cleaned(input), bank, parts));
  }

  /** {@link prepare}, then `act`, then {@link conclude}. What `act` throws goes on, after it was learned from; null from it says it was not done. */
  async execute(
    input: TaskInput,
    act: (prepared: PreparedTask) => Promise<ActOutcome | null>,
  ): Promise<Execution> {
    const bank = await this.serving();
    return execute(
      await this.cleaned(input),
      async (prepared) => this.cleaned(await act(prepared)),
      bank,
      this.core.flowParts,
      (work) => bank.writes.run(work),
    );
  }

  /** Learns from an interaction, in all three paradigms, in one change. Throws `not_found`, `conflict`, `invalid_input`. */
  async conclude(input: InteractionInput): Promise<Conclusion> {
    return this.telling(async (bank, parts) => conclude(await this.cleaned(input), bank, parts));
  }

  /** Goes on with a goal: takes in how steps went, closes what memory can close, tells which steps are free. Throws `not_found`. */
  async pursue(input: PursueInput): Promise<Pursuit> {
    return this.telling(async (bank, parts) => pursue(await this.cleaned(input), bank, parts));
  }

  /** {@link pursue}, with each free step done by `act`, until none is free. */
  async pursueBy(
    input: PursueInput,
    act: (step: Goal, prepared: PreparedTask) => Promise<ActOutcome | null>,
  ): Promise<PursuedGoal> {
    const bank = await this.serving();
    return pursueBy(
      await this.cleaned(input),
      async (step, prepared) => this.cleaned(await act(step, prepared)),
      bank,
      this.core.flowParts,
      (work) => bank.writes.run(work),
    );
  }

  /** What to learn next, at most ten, the one of most impact first. */
  async learningPriorities(): Promise<LearningPriorities> {
    return learningPriorities(await this.open(), this.core.parts);
  }

  /** What memory has to say to a question from all paradigms, with what disagreed settled. Throws `invalid_input`. */
  async synthesise(input: SynthesiseInput | string): Promise<Synthesis> {
    return synthesise(
      typeof input === 'string' ? { query: input } : input,
      await this.serving(),
      this.core.parts,
    );
  }

  /** Settles one disagreement between two paradigms by its rule. Throws `invalid_input` naming what the rule needs, `not_found`. */
  async reconcile(input: ReconcileInput): Promise<Reconciliation> {
    return this.telling(async (bank, parts) => reconcile(await this.cleaned(input), bank, parts));
  }

  /** The bank, for verbs that compare vectors. */
  private serving(): Promise<OpenBank> {
    return this.core.serve(this.bankName);
  }

  private async telling<T>(work: (bank: OpenBank, parts: FlowParts) => Promise<T>): Promise<T> {
    const bank = await this.serving();
    return bank.writes.run(() => work(bank, this.core.flowParts));
  }
}
