import type { Change } from '../domain/change.js';
import type { Memory } from '../domain/memory.js';
import { writeTerms } from '../language/terms.js';
import { embedCode } from '../remember/plan-context.js';
import { readForIndex } from '../remember/read-draft.js';
import type { EngineParts } from './core.js';
import { embedByWords } from './memory-vectors.js';

export type Derived = Pick<Change, 'embeddings' | 'readings'>;

/** What indexes need of a memory's text: terms, and the vectors that need no learned model. */
export async function derive(
  memories: readonly Memory[],
  bankEncoder: string,
  { encoder, causal, stemmer, code, readyForCode }: EngineParts,
): Promise<Derived> {
  const read = memories.map((memory) => ({ memory, ...readForIndex(memory, stemmer) }));
  for (const { content } of memories) await readyForCode(content);
  const vectors = read.flatMap(({ memory, ...words }) => {
    const told = causal.read(memory.content, memory.language);
    return [
      ...(bankEncoder === encoder.id ? embedByWords(memory, words, encoder) : []),
      ...(told === null
        ? []
        : [{ memory: memory.id, space: 'causal', encoder: causal.id, vector: causal.pack(told) }]),
    ];
  });
  return {
    embeddings: [...vectors, ...embedCode(read, code)],
    readings: read.map(({ memory, passages, traits }) => ({
      memory: memory.id,
      terms: writeTerms(passages),
      traits,
    })),
  };
}
