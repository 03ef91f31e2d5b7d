import { passagesOf } from '../language/passages.js';

/** The passages that get vectors of their own: those of a text that has more than one. */
export function passageTexts(content: string): string[] {
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
