import type { z } from 'zod';

/** One task for a language model: what to do, and the form that its answer must have. */
export interface Prompt<Schema extends z.ZodType> {
  /** A name of letters, digits, `_` and `-` for the form; servers show it. */
  readonly name: string;
  /** How to behave. Default: nothing is said. */
  readonly system?: string;
  /** What to do, with everything needed for it. */
  readonly text: string;
  /** What the answer must be: an object. */
  readonly answer: Schema;
  /** So often it is asked at most until the answer keeps to the form. Default: 2. */
  readonly tries?: number;
}

/**
 * A model that writes. Its answer is data of a stated form or an error, never free text. A guest, as the embedder is. Errors:
 * `unavailable` when it does not answer or does not keep to the form, `invalid_input` when it refuses the task, `interrupted`.
 */
export interface LanguageModel {
  readonly id: string;
  complete<Schema extends z.ZodType>(
    prompt: Prompt<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
}
