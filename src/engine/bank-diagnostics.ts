import type { Bank } from '../domain/bank.js';
import { BankName, MemoryId } from '../domain/ids.js';
import { UNUSED, type Usage } from '../domain/memory.js';
import { parseInput } from '../domain/parse-input.js';
import type { RecallProfile } from '../domain/profile.js';
import { usefulnessOf } from '../indexes/vote-book.js';
import type { WhyNot } from '../recall/why/why-not.js';
import type { RankingExplanation } from '../recall/why/why.js';
import { KeptBank } from './kept-bank.js';
import { listChanges, type ChangePage, type ChangesFilter } from './list-changes.js';
import { reportMetaMemory, type MetaMemoryReport } from './metamemory-report.js';
import { fingerprintMemory, type MemoryFingerprint } from './purpose/fingerprint-memory.js';
import { readStatistics } from './statistics.js';
import {
  compareMemories,
  type CompareInput,
  type MemoryComparison,
} from './spaces/compare-memories.js';
import { explainMemory, type MemoryExplanation } from './spaces/explain-memory.js';
import { searchSpaces, type SpaceMatches, type SpaceQuery } from './spaces/search-spaces.js';
import { why, whyNot } from './why.js';

/** What a bank tells of itself and of its answers. None of it changes anything, nor counts as use. */
export abstract class BankDiagnostics extends KeptBank {
  /** Why a recall ranks its results as it does: paths, features, terms and times. Delivers nothing, so that nothing counts as used. Throws `invalid_input`. */
  async why(profile: RecallProfile | string): Promise<RankingExplanation> {
    return why(profile, await this.core.serve(this.bankName));
  }

  /** At which step a recall loses a memory, and by how much. Throws `invalid_input`, `not_found`. */
  async whyNot(profile: RecallProfile | string, id: string): Promise<WhyNot> {
    return whyNot(profile, id, await this.core.serve(this.bankName), this.core.parts);
  }

  /** The bank as the file has it; null when it was never founded. Founds nothing. */
  info(): Promise<Bank | null> {
    return this.core.parts.store.bank(parseInput(BankName, this.bankName, 'bank'));
  }

  /** What changed, in order: who did what when and why, and which records it touched. Throws `invalid_input`. */
  async changes(filter: ChangesFilter = {}): Promise<ChangePage> {
    return listChanges(filter, await this.open(), this.core.parts);
  }

  /**
   * Figures of this process in Prometheus' text format: verbs and their times, steps, errors, cache, and what the bank holds.
   * They count from the opening of the file.
   */
  async metrics(): Promise<string> {
    const bank = await this.open();
    const {
      memories,
      retracted: forgotten,
      entities,
      contexts,
      sessions,
      edges,
      changes,
      bytes: fileBytes,
      cache,
    } = await readStatistics(bank, this.core.parts);
    return this.core.parts.metrics.text({
      memories,
      forgotten,
      entities,
      contexts,
      sessions,
      edges,
      changes,
      fileBytes,
      indexed: bank.state.index.size,
      cacheEntries: cache.size,
    });
  }

  /** What votes taught: which sources and questions go well, and which memories somebody should look at. */
  async metamemory(): Promise<MetaMemoryReport> {
    return reportMetaMemory(await this.open(), this.core.parts.store);
  }

  /** What a memory is in each of the twelve embedding spaces. Throws `not_found`. */
  async explain(id: string): Promise<MemoryExplanation> {
    const bank = await this.core.serve(this.bankName);
    return explainMemory(parseInput(MemoryId, id, 'id'), bank, this.core.parts);
  }

  /** How alike two memories are in each embedding space. Throws `not_found`. */
  async compare(a: string, b: string): Promise<MemoryComparison> {
    const bank = await this.core.serve(this.bankName);
    return compareMemories({ a, b } as CompareInput, bank, this.core.parts);
  }

  /** Memories nearest to a query or to a memory in one embedding space, or over several. Throws `not_found`, `invalid_input`. */
  async searchSpaces(query: SpaceQuery): Promise<SpaceMatches> {
    const bank = await this.core.serve(this.bankName);
    return searchSpaces(query, bank, this.core.parts);
  }

  /** What each space that purpose is measured in says of a memory; null elsewhere. {@link explain} tells of all. Throws `not_found`. */
  async fingerprint(id: string): Promise<MemoryFingerprint> {
    const bank = await this.open();
    return fingerprintMemory(parseInput(MemoryId, id, 'id'), bank.purpose);
  }

  /** What use has taught about a memory. */
  async usage(id: string): Promise<Usage> {
    const bank = await this.open();
    const parsed = parseInput(MemoryId, id, 'id');
    const { store } = this.core.parts;
    const accesses = (await store.usage(bank.name, [parsed])).get(parsed) ?? UNUSED;
    return {
      ...accesses,
      usefulness: usefulnessOf(await store.votes(bank.name, { memory: parsed })),
    };
  }
}
