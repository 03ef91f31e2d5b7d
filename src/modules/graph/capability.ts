import type { BankHandle } from '../../bank/bank-handle.js';
import { expandCitations, type CiteInput, type Expansion } from './cite.js';
import { drawDiagram, type Diagram, type DiagramInput } from './diagram.js';
import { findPath, type PathAnswer, type PathInput } from './find-path.js';
import { neighbourhoodOf, type Neighbourhood, type NeighbourhoodInput } from './neighbourhood.js';
import type { Reversible } from '../../domain/reversal.js';
import { causesOf, type Causes, type CausesInput } from '../inference/causes.js';
import { describeGraph, type GraphDescription } from './describe-graph.js';
import {
  isA,
  listHierarchy,
  type HierarchyAnswer,
  type HierarchyInput,
  type IsAAnswer,
  type IsAInput,
} from './hierarchy.js';
import { resolveEntity, type ResolvedEntity, type ResolveEntityInput } from './resolve-entity.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly graph: Graph;
  }
}

/** The bank as a graph to walk: memories, entities, causes, kinds and parts. */
export class Graph {
  constructor(private readonly bank: BankHandle) {}

  /** What surrounds a memory, an entity or what words describe, within a number of hops. Throws `not_found`. */
  async neighbourhood(input: NeighbourhoodInput | string): Promise<Neighbourhood> {
    return neighbourhoodOf(
      typeof input === 'string' ? { of: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** How two things are connected, link by link. Throws `not_found` for what is unknown. */
  async path(input: PathInput): Promise<PathAnswer> {
    return findPath(input, await this.bank.serve(), this.bank.parts);
  }

  /** A part of the bank as a Mermaid flowchart: what is linked to something, how a memory came to be, what led to what. Throws `not_found`, `invalid_input`. */
  async diagram(input: DiagramInput | string): Promise<Diagram> {
    return drawDiagram(
      typeof input === 'string' ? { of: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /**
   * What memories state as the causes of an outcome, or as the effects of an action; and what follows from stated
   * causes: forward, backward, between two things, or the best explanation. `keep` keeps a conclusion, to be told
   * when it falls. Throws `invalid_input`, `not_found` for a conclusion to keep that does not follow.
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
   * Whether one thing is a kind or a part of another, link by link, with the memories that state it. Throws
   * `not_found` for an unknown name.
   */
  async isA(input: IsAInput): Promise<IsAAnswer> {
    return isA(input, await this.bank.open(), this.bank.parts.store);
  }

  /** What a thing is, or what is of that kind, nearest first. Throws `not_found` for an unknown name. */
  async hierarchy(input: HierarchyInput | string): Promise<HierarchyAnswer> {
    return listHierarchy(
      typeof input === 'string' ? { name: input } : input,
      await this.bank.open(),
      this.bank.parts.store,
    );
  }

  /** The entity a name refers to, judged by its letters, the names mentioned with it and the time. */
  async resolveEntity(
    name: string,
    context: Omit<ResolveEntityInput, 'name'> = {},
  ): Promise<ResolvedEntity> {
    return resolveEntity({ ...context, name }, await this.bank.open(), this.bank.parts);
  }

  /** The structure of the bank, and how much it holds of each part. */
  async describe(): Promise<GraphDescription> {
    return describeGraph(await this.bank.open(), this.bank.parts.store);
  }
}
