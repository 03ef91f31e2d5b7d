import type { Memory } from '../domain/memory.js';
import type { Note } from '../domain/note.js';
import { passagesOf } from '../language/passages.js';

/** What is remembered, with what was understood of it. */
type Told = Pick<Memory, 'content'> & { readonly note?: Pick<Note, 'asks' | 'matters'> | null };

/**
 * The texts that get vectors of their own beside the whole: the passages of a text that has more than one; of a note, the questions
 * that it answers and then the undertakings for which it matters.
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
