import type { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { LanguageModel, Prompt } from '../../ports/models.js';

/** A model's answer, or why there is none: `absent` when none is configured. */
export type ModelAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string };

/** Calls the language model if there is one; a failure is reported, never thrown. */
export async function askModel<Schema extends z.ZodType>(
  model: LanguageModel | undefined,
  prompt: Prompt<Schema>,
): Promise<ModelAnswer<z.output<Schema>>> {
  if (model === undefined) return { kind: 'absent' };
  try {
    return { kind: 'answer', value: await model.complete(prompt) };
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return {
      kind: 'failed',
      why: `the language model ${model.id} had no part in it: ${error.message}`,
    };
  }
}

export const NO_LANGUAGE_MODEL = 'no language model is configured';
