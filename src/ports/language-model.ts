import type { z } from 'zod';

/** One task for a language model: what to do, and the schema its answer must match. */
export interface Prompt<Schema extends z.ZodType> {
  /** A name for the schema, of letters, digits, `_` and `-`; servers show it. */
  readonly name: string;
  /** System prompt. Default: none. */
  readonly system?: string;
  /** The task, with everything needed for it. */
  readonly text: string;
  /** The schema of the answer: an object. */
  readonly answer: Schema;
  /** How often it is asked at most until the answer matches the schema. Default: 2. */
  readonly tries?: number;
}

/**
 * A generative model. Its answer is data matching a schema or an error, never free text. Optional, like the
 * embedder. Errors: `unavailable` when it does not answer or does not match the schema, `invalid_input`
 * when it refuses the task, `interrupted`.
 */
export interface LanguageModel {
  readonly id: string;
  complete<Schema extends z.ZodType>(
    prompt: Prompt<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
}
