import type { Goal, GoalFilter } from '@mneme/core/domain/goal.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { setGoal, type GoalReceipt, type GoalSetInput } from './set-goal.js';
import { bringsToMind, firedGoals, listGoals, type GoalList } from './list-goals.js';
import type { ActOutcome, PreparedTask } from '../task-loop/prepare.js';
import {
  pursue,
  pursueBy,
  type PursuedGoal,
  type PursueInput,
  type Pursuit,
} from '../task-loop/pursue.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly goals: Goals;
  }
}

/** What the bank is for: goals as a tree, and how each is reached. */
export class Goals {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Sets a goal of the bank, or changes the one with this `id`: its words and place, its plan, its steps; with
   * `remove`, removes it from the tree. Throws `not_found`, `invalid_input` if it does not fit the tree, for
   * dependency cycles, and if steps are requested but none are known.
   */
  async set(input: GoalSetInput): Promise<Reversible<GoalReceipt>> {
    return this.bank.reversing(
      async (bank) => setGoal(await this.bank.cleaned(input), bank, this.bank.parts),
      ({ changed }) => changed,
    );
  }

  /**
   * The bank's goals as a tree, each before its subgoals, or by urgency; and the plans that people mentioned. With
   * `due`, `event` or `mention`, the goals that this triggers, which is recorded: each trigger fires once.
   */
  async list(filter: GoalFilter = {}): Promise<GoalList> {
    if (!bringsToMind(filter)) return listGoals(filter, await this.bank.serve(), this.bank.parts);
    return this.bank.writing(async (bank) =>
      firedGoals(await this.bank.cleaned(filter), bank, this.bank.parts),
    );
  }

  /**
   * Advances a goal: records outcomes of steps, resolves what memory can, lists the steps that are ready. Throws
   * `not_found`.
   */
  async pursue(input: PursueInput): Promise<Pursuit> {
    return this.bank.telling(async (bank, parts) =>
      pursue(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** {@link pursue}, with `act` carrying out each ready step, until none is ready. */
  async pursueBy(
    input: PursueInput,
    act: (step: Goal, prepared: PreparedTask) => Promise<ActOutcome | null>,
  ): Promise<PursuedGoal> {
    const bank = await this.bank.serve();
    return pursueBy(
      await this.bank.cleaned(input),
      async (step, prepared) => this.bank.cleaned(await act(step, prepared)),
      bank,
      this.bank.core.flowParts,
      (work) => bank.writes.run(work),
    );
  }
}
