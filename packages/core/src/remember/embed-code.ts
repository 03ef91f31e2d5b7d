import { TRAITS, type Embedding } from '../domain/change.js';
import type { Memory } from '../domain/memory.js';
import type { CodeSpace } from '../spaces/e07-code.js';

/** A memory with its analysed text. */
export interface ReadMemory {
  readonly memory: Memory;
  readonly terms: readonly string[];
  readonly traits: number;
}

/** The codes of those memories that contain code; the code reader must be loaded for their texts. */
export function embedCode(read: readonly ReadMemory[], space: CodeSpace): Embedding[] {
  return read.flatMap(({ memory, terms, traits }, order): Embedding[] => {
    if ((traits & TRAITS.code) === 0) return [];
    const code = space.memory({ ...memory, terms, order });
    return code === null
      ? []
      : [{ memory: memory.id, space: space.name, encoder: space.id, vector: space.pack(code) }];
  });
}
