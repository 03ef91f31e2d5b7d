import type { z } from 'zod';

/** Retrieval models often encode documents and queries differently. */
export type EmbeddingSide = 'document' | 'query';

/**
 * A learned model that turns texts into vectors. It is optional: it may be slow, wrong or unavailable at any time,
 * and callers continue without it. Errors: `unavailable` if it does not answer, or its answer cannot be used (the
 * message says why); `invalid_input` if it refuses these particular texts; `interrupted` if the signal stopped it.
 */
export interface Embedder {
  /** Identifies the model and its dimensions; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One finite unit vector of `dimensions` numbers per text, in the order of the texts. */
  embed(
    texts: readonly string[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** One task for a language model: the instructions, and the schema that its answer must match. */
export interface Prompt<Schema extends z.ZodType> {
  /** A name for the schema, of letters, digits, `_` and `-`; servers show it. */
  readonly name: string;
  /** System prompt. Default: none. */
  readonly system?: string;
  /** The task, with everything needed for it. */
  readonly text: string;
  /** The schema of the answer: an object. */
  readonly answer: Schema;
  /** Maximum number of attempts until the answer matches the schema. Default: 2. */
  readonly tries?: number;
}

/**
 * A generative model. Its answer is data matching a schema or an error, never free text. Optional, like the embedder.
 * Errors: `unavailable` when it does not answer or does not match the schema, `invalid_input` when it refuses the
 * task, `interrupted`.
 */
export interface LanguageModel {
  readonly id: string;
  complete<Schema extends z.ZodType>(
    prompt: Prompt<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
}

/**
 * A learned model that reads a question and a text together and scores how well the text answers. Optional, like the
 * embedder. Errors: `unavailable`, `invalid_input` when it refuses these particular texts, `interrupted`.
 */
export interface Reranker {
  readonly id: string;
  /** A finite score for each text, in the order of the texts; higher is better, comparable only within one answer. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
