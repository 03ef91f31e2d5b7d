import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { compareMemories, type CompareInput, type MemoryComparison } from './compare-memories.js';
import { explainMemory, type MemoryExplanation } from './explain-memory.js';
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

  /** A memory's state in each of the twelve embedding spaces. Throws `not_found`. */
  async explain(id: string): Promise<MemoryExplanation> {
    const bank = await this.bank.serve();
    return explainMemory(parseInput(MemoryId, id, 'id'), bank, this.bank.parts);
  }

  /** How similar two memories are in each embedding space. Throws `not_found`. */
  async compare(a: string, b: string): Promise<MemoryComparison> {
    return compareMemories({ a, b } as CompareInput, await this.bank.serve(), this.bank.parts);
  }
}
