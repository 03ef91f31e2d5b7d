import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import {
  type ActOutcome,
  answerFrom,
  execute,
  type Execution,
  type PreparedTask,
  type Synthesis,
  type SynthesiseInput,
} from './prepare.js';
import type { TaskInput } from '../strategies/strategy-answers.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** Facts, strategies and forecasts combined: questions and tasks that need all three. */
    readonly paradigms: Paradigms;
  }
}

/** Interaction of paradigms: facts, strategies and forecasts affect each other (decision 96). */
export class Paradigms {
  constructor(private readonly bank: BankHandle) {}

  /**
   * What memory contains on a question from all paradigms, with disagreements resolved. With `prepare`, prepares a
   * task: facts, strategy, advice, and a prediction that `foresight.observe` scores; with `conflict`, resolves one
   * disagreement by its rule. Throws `invalid_input` naming what the rule needs, `not_found`.
   */
  async synthesise(input: SynthesiseInput | string): Promise<Synthesis> {
    const asked = typeof input === 'string' ? { query: input } : input;
    if (asked.prepare !== true && asked.conflict === undefined)
      return answerFrom(asked, await this.bank.serve(), this.bank.core.flowParts);
    return this.bank.telling(async (bank, parts) =>
      answerFrom(await this.bank.cleaned(asked), bank, parts),
    );
  }

  /**
   * Prepares a task, calls `act`, and learns from the outcome as `foresight.observe` does. What `act` throws is
   * rethrown after learning from it; null from it means that the task was not done.
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
