import { GuardedBank } from './guarded-bank.js';
import { expandCitations, type CiteInput, type Expansion } from './graph/cite.js';
import { findPath, type PathAnswer, type PathInput } from './graph/find-path.js';
import { lineageOf, type Lineage } from './graph/lineage.js';
import {
  neighbourhoodOf,
  type Neighbourhood,
  type NeighbourhoodInput,
} from './graph/neighbourhood.js';
import { queryCauses, type CausalAnswer, type CausalQuery } from './graph/query-causes.js';
import { searchTombstones, type TombstoneInput } from './graph/tombstones.js';
import { critique, type Critique, type CritiqueInput } from './guidance/critique.js';
import {
  compareRetrieval,
  measureRecall,
  type Accuracy,
  type AccuracyInput,
  type RetrievalComparison,
  type RetrievalComparisonInput,
} from './guidance/measure-recall.js';
import { advise, type Advice, type AdviceInput } from './guidance/advise.js';
import { describeGraph, type GraphDescription } from './guidance/describe-graph.js';
import { pulseOf, type Pulse, type Suggestion } from './guidance/pulse.js';
import { planSearch, type SearchPlan, type SearchPlanInput } from './guidance/search-plan.js';
import { readStatus, type MemeticStatus } from './guidance/status.js';
import type { Memory } from '../domain/memory.js';
import { countTokens } from '../language/count-tokens.js';
import { GUIDE } from '../prompts/guide.js';

/** The bank as a graph to walk, and what it tells an agent that curates it (capabilities G9, G10). */
export abstract class BankGraph extends GuardedBank {
  /** What surrounds a memory, an entity or what words describe, within so many links. Throws `not_found`. */
  async neighbourhood(input: NeighbourhoodInput | string): Promise<Neighbourhood> {
    return neighbourhoodOf(
      typeof input === 'string' ? { of: input } : input,
      await this.core.serve(this.bankName),
      this.core.parts.store,
    );
  }

  /** How two things hang together, link by link. Throws `not_found` for what is unknown. */
  async path(input: PathInput): Promise<PathAnswer> {
    return findPath(input, await this.core.serve(this.bankName), this.core.parts.store);
  }

  /** What memories state as the causes of an outcome, or as the effects of an action. Throws `invalid_input`. */
  async causes(input: CausalQuery): Promise<CausalAnswer> {
    return queryCauses(input, await this.core.serve(this.bankName));
  }

  /** The memories behind citations such as `[m_7wa4]`. */
  async cite(
    input: CiteInput,
  ): Promise<{ readonly expansions: readonly Expansion[]; readonly unknown: readonly string[] }> {
    return expandCitations(input, await this.core.serve(this.bankName), this.core.parts.store);
  }

  /** Every change of a memory, from the journal, and what took its place. Throws `not_found`. */
  async lineage(id: string): Promise<Lineage> {
    return lineageOf({ id }, await this.open(), this.core.parts);
  }

  /** What has been forgotten and can be restored, the latest first, or by words. */
  async tombstones(
    input: TombstoneInput = {},
  ): Promise<{ readonly memories: readonly Memory[]; readonly total: number }> {
    return searchTombstones(input, await this.open(), this.core.parts);
  }

  /** How to use this memory, for a model: about 300 tokens. The same for every bank. */
  guide(): Promise<{ readonly text: string; readonly tokens: number }> {
    return Promise.resolve({ text: GUIDE, tokens: countTokens(GUIDE) });
  }

  /** How the bank is built, and what it holds of each part. */
  async describeGraph(): Promise<GraphDescription> {
    return describeGraph(await this.open(), this.core.parts.store);
  }

  /** Operations that bring a goal on, in order, each with its input and why. Throws `invalid_input`. */
  async advise(input: AdviceInput | string): Promise<Advice> {
    return advise(
      typeof input === 'string' ? { goal: input } : input,
      await this.core.serve(this.bankName),
    );
  }

  /** How the bank is doing, what it is about now, and what waits for somebody. */
  async status(): Promise<MemeticStatus> {
    return readStatus(await this.open(), this.core.parts.store);
  }

  /** How the latest memories, or these, hang together, and what to do next, of what is on offer. Reads caches alone. */
  async pulse(memories?: readonly string[], offer?: readonly Suggestion[]): Promise<Pulse> {
    const { state } = await this.open();
    await state.follow();
    return pulseOf(state, memories as Parameters<typeof pulseOf>[1], offer);
  }

  /** Queries that a goal comes to, each tried for what it promises. */
  async planSearch(input: SearchPlanInput | string): Promise<SearchPlan> {
    return planSearch(
      typeof input === 'string' ? { goal: input } : input,
      await this.core.serve(this.bankName),
    );
  }

  /** Which memories say otherwise than a text. */
  async critique(input: CritiqueInput | string): Promise<Critique> {
    return critique(
      typeof input === 'string' ? { reasoning: input } : input,
      await this.open(),
      this.core.parts.store,
      this.core.parts.clock.now(),
    );
  }

  /** How well recall finds memories that are known to answer. Counts as no use. */
  async measureRecall(input: AccuracyInput): Promise<Accuracy> {
    return measureRecall(input, await this.core.serve(this.bankName));
  }

  /** What each way of finding brings alone, beside the answer of all. Counts as no use. */
  async compareRetrieval(input: RetrievalComparisonInput | string): Promise<RetrievalComparison> {
    return compareRetrieval(
      typeof input === 'string' ? { query: input } : input,
      await this.core.serve(this.bankName),
    );
  }
}
