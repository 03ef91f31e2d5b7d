import type { LearnedEncoder } from '../spaces/learned-encoder.js';
import type { TextEncoder } from '../spaces/text-encoder.js';

/** The vectors of one batch. */
export interface BatchVectors {
  /** The encoder's id. */
  readonly encoder: string;
  readonly contextSimilarity: number;
  readonly likeness: number;
  /** The vector of a text; null when there is none yet. */
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
