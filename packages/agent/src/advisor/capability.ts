import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { advise, type Advice, type AdviceInput } from './advise.js';
import { compareAnswers, type AnswerComparison, type AnswersInput } from './compare-answers.js';
import type { CheckInput, Checked } from './check/answer.js';
import { check } from './check/check.js';
import { firstThings } from './next-task.js';
import { pulseOf, type Pulse } from '@mneme/core/modules/context/index.js';
import {
  readWorth,
  type WorthAnswer,
  type WorthInput,
} from '@mneme/core/modules/salience/index.js';
import { readStatus, type MemeticStatus } from './status.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly guidance: Guidance;
  }
}

/** Advice for an agent that uses and curates a bank: what to do next, and what to say. */
export class Guidance {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Operations that advance a goal, in order, each with its input and reason; without a goal, instructions for a
   * model on using this memory, and its pending tasks. Throws `invalid_input`.
   */
  async advise(input: AdviceInput | string = {}): Promise<Advice> {
    return advise(
      typeof input === 'string' ? { goal: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** The state of the bank, its current topics, and what needs attention. */
  async status(): Promise<MemeticStatus> {
    return readStatus(await this.bank.open(), this.bank.parts);
  }

  /**
   * Coherence of the latest memories, or of `memories`, and what to do next: one of the operations in `offer`, with
   * its arguments. For the latest memories, pending tasks come first.
   */
  async pulse(memories?: readonly string[], offer?: readonly string[]): Promise<Pulse> {
    const { state, name } = await this.bank.open();
    await state.follow();
    const { store, clock, stemmer } = this.bank.parts;
    const ports = { bank: name, state, store, clock, stemmer };
    const first = memories === undefined ? await firstThings(ports) : [];
    return pulseOf(state, { memories: memories as readonly MemoryId[] | undefined, offer, first });
  }

  /**
   * Checks each sentence of a text against the bank: supported, outdated, contradicted or not known, with the notes
   * behind it. Does not count as use. Throws `invalid_input`.
   */
  async check(input: CheckInput | string): Promise<Checked> {
    return check(
      typeof input === 'string' ? { text: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** The value of storing a text, or of a stored memory; read-only. Throws `invalid_input`, `not_found`. */
  async worth(input: WorthInput | string): Promise<WorthAnswer> {
    const bank = await this.bank.serve();
    return readWorth(typeof input === 'string' ? { content: input } : input, {
      store: this.bank.parts.store,
      state: bank.state,
      bank: bank.name,
      rehearse: (text) => this.bank.core.rehearse(bank, [text]),
    });
  }

  /**
   * Asks a bank the questions that another memory system answered, and reports where the answers differ. Does not
   * count as use. Throws `invalid_input`.
   */
  async compareAnswers(input: AnswersInput): Promise<AnswerComparison> {
    return compareAnswers(input, await this.bank.serve(), this.bank.parts);
  }
}
