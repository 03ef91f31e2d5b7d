import type { Goal, GoalFilter, GoalInput } from '../../domain/goal.js';
import type { GoalPlanInput } from '../../domain/learned/plan.js';
import type { Reversible } from '../../domain/reversal.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import {
  decompose,
  fireTriggers,
  planGoal,
  readAgenda,
  type DecomposeInput,
  type TriggerCueInput,
} from './plans.js';
import type { ActOutcome, PreparedTask } from '../paradigms/prepare.js';
import {
  pursue,
  pursueBy,
  type PursuedGoal,
  type PursueInput,
  type Pursuit,
} from '../paradigms/pursue.js';
import {
  listGoals,
  removeGoal,
  setGoal,
  type GoalList,
  type GoalReceipt,
  type GoalRemoval,
} from './goals.js';
import {
  type Agenda,
  type Decomposition,
  type FiredGoals,
  type PlanReceipt,
} from './plan-answers.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly goals: Goals;
  }
}

/** What the bank is for: goals as a tree, and how each is reached. */
export class Goals {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Sets a goal of the bank, or changes the one with this `id`. Throws `invalid_input` if it does not fit
   * the tree, `not_found`.
   */
  async set(input: GoalInput): Promise<Reversible<GoalReceipt>> {
    return this.bank.reversing(
      async (bank) => setGoal(await this.bank.cleaned(input), bank.name, this.bank.parts),
      ({ changed }) => changed,
    );
  }

  /** The bank's goals as a tree, each before those that serve it, and the plans that people mentioned. */
  async list(filter: GoalFilter = {}): Promise<GoalList> {
    return listGoals(filter, await this.bank.serve(), this.bank.parts);
  }

  /**
   * Removes a goal from the tree; with `subtree`, those that serve it too. Throws `not_found`,
   * `invalid_input` while others serve it.
   */
  async remove(
    id: string,
    options: { readonly subtree?: boolean } = {},
  ): Promise<Reversible<GoalRemoval>> {
    return this.bank.reversing((bank) =>
      removeGoal(id, options.subtree === true, bank.name, this.bank.parts),
    );
  }

  /**
   * Sets how a goal is to be reached. Throws `not_found`, `invalid_input` for a cycle of goals that wait
   * for each other.
   */
  async plan(input: GoalPlanInput): Promise<PlanReceipt> {
    return this.bank.writing(async (bank) =>
      planGoal(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** Decomposes a goal into steps. Throws `invalid_input` for a cycle, and if the steps are unknown. */
  async decompose(input: DecomposeInput): Promise<Decomposition> {
    return this.bank.writing(async (bank) =>
      decompose(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** Active goals by urgency, those that can be worked on first. */
  async agenda(): Promise<Agenda> {
    return readAgenda(await this.bank.open(), this.bank.parts);
  }

  /** The goals that this moment, an event or a mention brings to mind; each trigger fires once. */
  async fireTriggers(input: TriggerCueInput = {}): Promise<FiredGoals> {
    return this.bank.writing(async (bank) =>
      fireTriggers(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Advances a goal: records how steps went, resolves what memory can resolve, lists the steps that are
   * free. Throws `not_found`.
   */
  async pursue(input: PursueInput): Promise<Pursuit> {
    return this.bank.telling(async (bank, parts) =>
      pursue(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** {@link pursue}, with each free step done by `act`, until none is free. */
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
