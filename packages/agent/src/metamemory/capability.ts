import { MemoryId } from '@mneme/core/domain/ids.js';
import { UNUSED, type Usage } from '@mneme/core/domain/memory.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { CreditInput } from '@mneme/core/modules/outcomes/credit.js';
import { readMetamemory, type MetamemoryAnswer } from './report.js';
import {
  foretell,
  foretellingOf,
  type Foretelling,
  type FormerTask,
} from '../task-loop/foretell.js';
import { hasKnowledge, type Knowledge, type KnowledgeQuestion } from '../reflect/knowledge.js';
import { usefulnessOf } from '@mneme/core/indexes/votes.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** What the bank knows about its own knowledge. */
    readonly metamemory: Metamemory;
  }
}

/**
 * What the bank knows about its own knowledge: what it knows, from where, how well tasks go, and what to learn next.
 */
export class Metamemory {
  constructor(private readonly bank: BankHandle) {}

  /**
   * What votes taught about sources and kinds of questions, and which memories need review; what outcomes taught
   * about memories, or about one; success rates; what to learn next. Throws `not_found`, `invalid_input`.
   */
  async report(input: CreditInput = {}): Promise<MetamemoryAnswer> {
    return readMetamemory(input, await this.bank.open(), this.bank.parts);
  }

  /**
   * Whether the bank knows something about an entity or a topic, or can answer a question, with the same probability
   * as recall, and counts. Throws `invalid_input`.
   */
  async knows(input: KnowledgeQuestion | string): Promise<Knowledge> {
    const asked = typeof input === 'string' ? { about: input } : input;
    return hasKnowledge(asked, await this.bank.serve(), this.bank.parts);
  }

  /** Usage statistics of a memory. */
  async usage(id: string): Promise<Usage> {
    const bank = await this.bank.open();
    const parsed = parseInput(MemoryId, id, 'id');
    const { store } = this.bank.parts;
    const accesses = (await store.usage(bank.name, [parsed])).get(parsed) ?? UNUSED;
    return {
      ...accesses,
      usefulness: usefulnessOf(await store.votes(bank.name, { memory: parsed })),
    };
  }

  /** @deprecated Use `foresight.foretell`. */
  async introspect(input: FormerTask = {}): Promise<Foretelling> {
    return foretell(foretellingOf(input), await this.bank.serve(), this.bank.parts);
  }

  /** @deprecated Use `foresight.foretell`. */
  shouldAttempt(input: FormerTask & { readonly task: string }): Promise<Foretelling> {
    return this.introspect(input);
  }
}
