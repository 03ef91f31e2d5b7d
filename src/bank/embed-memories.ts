import type { Embedding } from '../domain/change.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { PASSAGE_VECTORS } from '../domain/space.js';
import { packVectors, textsBeside } from '../remember/passage-vectors.js';
import type { readForIndex } from '../remember/read-draft.js';
import type { LearnedEncoder } from '../spaces/learned-encoder.js';
import type { TextEncoder } from '../spaces/text-encoder.js';

type Text = Pick<Memory, 'id' | 'content' | 'note'>;
type Read = Pick<ReturnType<typeof readForIndex>, 'terms' | 'passages'>;

/** A learned model's vectors for memories. */
export interface Embedded {
  readonly embeddings: readonly Embedding[];
  /** Memories without a vector. */
  readonly missing: readonly MemoryId[];
  /** The model is unavailable, so asking for the rest is pointless. */
  readonly away: boolean;
  readonly fault: string | null;
}

/** Vectors of memories, and of the passages of long ones, from one request to a learned model. Never throws. */
export async function embedByModel(
  memories: readonly Text[],
  model: LearnedEncoder,
  signal?: AbortSignal,
): Promise<Embedded> {
  const texts = memories.map((memory) => [memory.content, ...textsBeside(memory)]);
  const { vectors, fault, away } = await model.documents(texts.flat(), signal);
  let at = 0;
  const made = memories.map(({ id }, order) => {
    const own = vectors.slice(at, (at += texts[order]?.length ?? 0));
    return { id, embeddings: asEmbeddings(id, model.id, own[0] ?? null, own.slice(1)) };
  });
  return {
    embeddings: made.flatMap(({ embeddings }) => embeddings),
    missing: made.flatMap(({ id, embeddings }) => (embeddings.length === 0 ? [id] : [])),
    away,
    fault,
  };
}

/** The same from the built-in encoder, using the parsed text. */
export function embedByWords(
  memory: Text,
  { terms, passages }: Read,
  encoder: TextEncoder,
): Embedding[] {
  return asEmbeddings(
    memory.id,
    encoder.id,
    encoder.document(memory.content, terms),
    textsBeside(memory).map((text, at) => encoder.document(text, passages[at]?.terms ?? [])),
  );
}

function asEmbeddings(
  memory: MemoryId,
  encoder: string,
  vector: Int8Array | null,
  passages: readonly (Int8Array | null)[],
): Embedding[] {
  if (vector === null) return [];
  const packed = packVectors(passages);
  return [
    { memory, space: 'semantic', encoder, vector },
    ...(packed === null ? [] : [{ memory, space: PASSAGE_VECTORS, encoder, vector: packed }]),
  ];
}
