import type { BankHandle } from '../../bank/bank-handle.js';
import { explainMemory, type ExplainInput, type MemoryExplanation } from './explain-memory.js';
import { searchSpaces, type SpaceMatches, type SpaceQuery } from './search-spaces.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly spaces: Spaces;
  }
}

/** The twelve embedding spaces, singly or several fused. Does not count as use. */
export class Spaces {
  constructor(private readonly bank: BankHandle) {}

  /** Memories nearest to a query or to a memory in one embedding space, or over several. Throws `not_found`, `invalid_input`. */
  async search(query: SpaceQuery): Promise<SpaceMatches> {
    return searchSpaces(query, await this.bank.serve(), this.bank.parts);
  }

  /**
   * A memory's state in each of the twelve embedding spaces, and its similarity to another there. Throws `not_found`,
   * `invalid_input`.
   */
  async explain(input: ExplainInput | string): Promise<MemoryExplanation> {
    return explainMemory(
      typeof input === 'string' ? { id: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }
}
