import type { Change } from '../domain/change.js';
import type { Memory } from '../domain/memory.js';
import { embedCode } from '../remember/embed-code.js';
import { readForIndex } from '../remember/read-draft.js';
import type { EngineParts } from './core.js';

export type Derived = Pick<Change, 'embeddings' | 'readings'>;

/** What indexes keep of memories, from their text: words, and the vectors that no learned model makes. */
export async function derive(
  memories: readonly Memory[],
  bankEncoder: string,
  { encoder, causal, stemmer, code, readyForCode }: EngineParts,
): Promise<Derived> {
  const read = memories.map((memory) => ({ memory, ...readForIndex(memory, stemmer) }));
  for (const { content } of memories) await readyForCode(content);
  const vectors = read.flatMap(({ memory, terms }) => {
    const told = causal.read(memory.content, memory.language);
    return [
      ...(bankEncoder === encoder.id
        ? [
            {
              memory: memory.id,
              space: 'semantic',
              encoder: encoder.id,
              vector: encoder.document(memory.content, terms),
            },
          ]
        : []),
      ...(told === null
        ? []
        : [{ memory: memory.id, space: 'causal', encoder: causal.id, vector: causal.pack(told) }]),
    ];
  });
  return {
    embeddings: [...vectors, ...embedCode(read, code)],
    readings: read.map(({ memory, terms, traits }) => ({
      memory: memory.id,
      terms: terms.join(' '),
      traits,
    })),
  };
}
