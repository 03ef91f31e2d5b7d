import type { BankHandle } from '../../bank/bank-handle.js';
import { execute, prepare, type ActOutcome, type Execution, type PreparedTask } from './prepare.js';
import { reconcile, type ReconcileInput } from './reconcile.js';
import { synthesise, type SynthesiseInput } from './synthesise.js';
import type { TaskInput } from '../strategies/task-input.js';
import type { Reconciliation, Synthesis } from './answers.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Facts, strategies and forecasts combined: questions and tasks that need all three. */
    readonly paradigms: Paradigms;
  }
}

/**
 * Interaction of paradigms: facts, strategies and forecasts affect each other (decision 96).
 */
export class Paradigms {
  constructor(private readonly bank: BankHandle) {}

  /** What memory has to say on a question from all paradigms, with disagreements settled. Throws `invalid_input`. */
  async synthesise(input: SynthesiseInput | string): Promise<Synthesis> {
    return synthesise(
      typeof input === 'string' ? { query: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** Settles one disagreement between two paradigms by its rule. Throws `invalid_input` naming what the rule needs, `not_found`. */
  async reconcile(input: ReconcileInput): Promise<Reconciliation> {
    return this.bank.telling(async (bank, parts) =>
      reconcile(await this.bank.cleaned(input), bank, parts),
    );
  }

  /**
   * Prepares a task: facts, strategy, advice, and a prediction that `foresight.observe` scores. Throws
   * `invalid_input`.
   */
  async prepare(input: TaskInput): Promise<PreparedTask> {
    return this.bank.telling(async (bank, parts) =>
      prepare(await this.bank.cleaned(input), bank, parts),
    );
  }

  /**
   * {@link prepare}, then `act`, then what `foresight.observe` learns. What `act` throws is rethrown after learning from
   * it; null from it means that it was not done.
   */
  async execute(
    input: TaskInput,
    act: (prepared: PreparedTask) => Promise<ActOutcome | null>,
  ): Promise<Execution> {
    const bank = await this.bank.serve();
    return execute(
      await this.bank.cleaned(input),
      async (prepared) => this.bank.cleaned(await act(prepared)),
      bank,
      this.bank.core.flowParts,
      (work) => bank.writes.run(work),
    );
  }
}
