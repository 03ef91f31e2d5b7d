import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { expandCitations, type CiteInput, type Expansion } from './neighbourhood.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import { causesOf, type Causes, type CausesInput } from '../inference/causes.js';
import { explore, type Exploration, type GraphInput } from './explore.js';
import { listHierarchy, type HierarchyAnswer, type HierarchyInput } from './stated-relations.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly graph: Graph;
  }
}

/** The bank as a graph: memories, entities, causes, kinds and parts. */
export class Graph {
  constructor(private readonly bank: BankHandle) {}

  /**
   * The neighbourhood of a memory, an entity or a description; with `to`, how the two are connected, link by link;
   * without either, the whole bank; with `mermaid`, a flowchart. Throws `not_found`, `invalid_input`.
   */
  async explore(input: GraphInput | string = {}): Promise<Exploration> {
    return explore(
      typeof input === 'string' ? { of: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /**
   * Causes of an outcome or effects of an action as stated by memories; and inferences over stated causes: forward,
   * backward, between two things, or the best explanation. `keep` stores a conclusion, so that its fall is reported.
   * Throws `invalid_input`, `not_found` for a conclusion to keep that does not follow.
   */
  async causes(input: CausesInput): Promise<Reversible<Causes>> {
    if (input.keep === true)
      return this.bank.reversing(async (bank) =>
        causesOf(await this.bank.cleaned(input), bank, this.bank.parts),
      );
    return { ...(await causesOf(input, await this.bank.serve(), this.bank.parts)), reversal: null };
  }

  /** The memories behind citations such as `[m_7wa4]`. */
  async cite(
    input: CiteInput,
  ): Promise<{ readonly expansions: readonly Expansion[]; readonly unknown: readonly string[] }> {
    return expandCitations(input, await this.bank.serve(), this.bank.parts);
  }

  /**
   * The kinds of a thing, or the things of a kind, nearest first; with `kind`, whether it is one. Throws `not_found`
   * for an unknown name.
   */
  async hierarchy(input: HierarchyInput | string): Promise<HierarchyAnswer> {
    return listHierarchy(
      typeof input === 'string' ? { name: input } : input,
      await this.bank.open(),
      this.bank.parts.store,
    );
  }
}
