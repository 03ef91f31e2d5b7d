import { type Embedding, TRAITS } from '../domain/change.js';
import type { Memory } from '../domain/memory.js';
import type { Note } from '../domain/note.js';
import { passagesOf } from '../language/passages.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { LearnedEncoder } from '../spaces/learned-encoder.js';

/** The vectors of one batch. */
export interface BatchVectors {
  /** The encoder's id. */
  readonly encoder: string;
  readonly contextSimilarity: number;
  readonly likeness: number;
  /** The vector of a text; null if not yet available. */
  of(text: string, terms: readonly string[]): Int8Array | null;
  /** Why some are missing; null when every text has one. */
  readonly fault: string | null;
}

/** From the built-in encoder, computed on demand. */
export function builtInVectors({
  id,
  contextSimilarity,
  likeness,
  document,
}: TextEncoder): BatchVectors {
  return { encoder: id, contextSimilarity, likeness, of: document, fault: null };
}

/** From a learned model, in one request for the whole batch. Never throws. */
export async function learnedVectors(
  { id, contextSimilarity, likeness, ...encoder }: LearnedEncoder,
  texts: Iterable<string>,
): Promise<BatchVectors> {
  const asked = [...new Set(texts)];
  const { vectors, fault } =
    asked.length === 0 ? { vectors: [], fault: null } : await encoder.documents(asked);
  const byText = new Map(asked.map((text, at) => [text, vectors[at] ?? null]));
  return {
    encoder: id,
    contextSimilarity,
    likeness,
    of: (text) => byText.get(text) ?? null,
    fault,
  };
}

/** The content of a memory, with the note's fields that are encoded. */
type Told = Pick<Memory, 'content'> & { readonly note?: Pick<Note, 'asks' | 'matters'> | null };

/**
 * The texts that get vectors of their own in addition to the whole: the passages of a text with several; for a note,
 * the questions it answers and then the tasks for which it matters.
 */
export function textsBeside({ content, note }: Told): string[] {
  if (note !== undefined && note !== null) return [...note.asks, ...note.matters];
  const passages = passagesOf(content);
  return passages.length < 2 ? [] : passages.map(({ start, end }) => content.slice(start, end));
}

/** Their vectors concatenated; null if there are none, or one is missing. */
export function packVectors(vectors: readonly (Int8Array | null)[]): Int8Array | null {
  const [first] = vectors;
  if (first === undefined || first === null) return null;
  const packed = new Int8Array(vectors.length * first.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector === null) return null;
    packed.set(vector, at * first.length);
  }
  return packed;
}

/** A memory with its analysed text. */
interface ReadMemory {
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
