import type { MemoryId } from '../domain/ids.js';
import type { FeelingOfKnowing, SourceQuality } from '../indexes/meta-memory.js';
import type { OpenBank } from './core.js';

/** What the bank knows of its own knowledge, by the votes on its results (capabilities A4, P19). */
export interface MetaMemoryReport {
  readonly votes: number;
  /** Every source, kind and layer with its quality. */
  readonly sources: readonly SourceQuality[];
  /** Kinds of questions that were voted on, and how well they go. */
  readonly patterns: readonly FeelingOfKnowing[];
  /** Memories said to be wrong, and not called useful as often since. */
  readonly review: readonly MemoryId[];
}

export async function reportMetaMemory({ state }: OpenBank): Promise<MetaMemoryReport> {
  await state.follow();
  const { votes, index } = state;
  const standing = (id: MemoryId): boolean => index.slot(id) >= 0 && index.isLive(index.slot(id));
  return { votes: votes.size, sources: votes.meta.qualities(), patterns: votes.meta.patterns(), review: votes.review().filter(standing) };
}
