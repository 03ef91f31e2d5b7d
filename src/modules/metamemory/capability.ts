import { MemoryId } from '../../domain/ids.js';
import { UNUSED, type Usage } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { reportMetaMemory, type MetaMemoryReport } from '../feedback/report-metamemory.js';
import { learningPriorities, type LearningPriorities } from './priorities.js';
import {
  foretell,
  foretellingOf,
  type Foretelling,
  type FormerTask,
} from '../paradigms/foretell.js';
import { syncCompetence, type SyncInput, type SyncReport } from './sync-competence.js';
import { hasKnowledge, type Knowledge } from '../reflect/knowledge.js';
import { usefulnessOf } from '../../indexes/vote-index.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** What the bank knows about its own knowledge. */
    readonly metamemory: Metamemory;
  }
}

/**
 * What the bank knows about its own knowledge: what it knows, from where, how well tasks go, and what to
 * learn next.
 */
export class Metamemory {
  constructor(private readonly bank: BankHandle) {}

  /** What votes taught: how good sources and kinds of questions are, and which memories need review. */
  async report(): Promise<MetaMemoryReport> {
    return reportMetaMemory(await this.bank.open(), this.bank.parts.store);
  }

  /**
   * Whether the bank knows something about an entity or a topic, or has an answer to a question, by the same figure as recall, with
   * counts. Throws `invalid_input`.
   */
  async knows(about: string): Promise<Knowledge> {
    return hasKnowledge(about, await this.bank.serve(), this.bank.parts);
  }

  /** What use has taught about a memory. */
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

  /** @deprecated It is `foresight.foretell` now. */
  async introspect(input: FormerTask = {}): Promise<Foretelling> {
    return foretell(foretellingOf(input), await this.bank.serve(), this.bank.parts);
  }

  /** @deprecated It is `foresight.foretell` now. */
  shouldAttempt(input: FormerTask & { readonly task: string }): Promise<Foretelling> {
    return this.introspect(input);
  }

  /** Adds the results of strategies to the competence in their field. A second run adds nothing. */
  async syncCompetence(input: SyncInput = {}): Promise<SyncReport> {
    return this.bank.writing((bank) => syncCompetence(input, bank, this.bank.parts));
  }

  /** What to learn next, at most ten, by impact. */
  async learningPriorities(): Promise<LearningPriorities> {
    return learningPriorities(await this.bank.open(), this.bank.parts);
  }
}
