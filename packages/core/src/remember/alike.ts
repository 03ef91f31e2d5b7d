import type { ContextId } from '../domain/ids.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import type { Alike } from './alike-memory.js';
import type { EmbeddedDraft } from './draft.js';
import type { Pending } from './pending.js';

/** The memories nearest to a draft among those that share rare words with it, nearest first. */
export function findAlike(
  draft: EmbeddedDraft,
  slots: readonly number[],
  index: BankIndex,
  pending: Pending,
): Alike[] {
  const live = slots.filter((slot) => index.isLive(slot));
  const scores = similarities(index, draft.vector, live);
  const stored = live.map((slot, at) => ({
    id: index.id(slot),
    similarity: scores[at] ?? 0,
    context: contextOf(index, slot),
  }));
  const fresh = pending.sharingTerms(draft.terms).map((other) => ({
    id: other.id,
    similarity: cosine(draft.vector, other.vector),
    context: pending.memories.get(other.id)?.context ?? null,
  }));
  return [...stored, ...fresh].sort((a, b) => b.similarity - a.similarity);
}

function contextOf(index: BankIndex, slot: number): ContextId | null {
  const context = index.context(slot);
  return context === NONE ? null : (index.contexts.text(context) as ContextId);
}

/** Cosines to stored memories; 0 if either has no vector. */
export function similarities(
  index: BankIndex,
  vector: Int8Array | null,
  slots: readonly number[],
): number[] {
  if (vector === null) return slots.map(() => 0);
  return [...index.vectors.similarities(slots, new Float32Array(vector))];
}

export function cosine(a: Int8Array | null, b: Int8Array | null): number {
  if (a === null || b === null) return 0;
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
