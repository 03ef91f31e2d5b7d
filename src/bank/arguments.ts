import { MnemeError } from '../domain/errors.js';
import { MemoryId } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import { parseInput } from '../domain/parse-input.js';

export function asQuestion<Question extends { readonly query?: string | undefined }>(
  question: Question | string,
): Question {
  return typeof question === 'string' ? ({ query: question } as Question) : question;
}

export function asInput(input: RememberInput | string): RememberInput {
  return typeof input === 'string' ? { content: input } : input;
}

/** Untyped callers may pass a single value instead of a list. */
export function listed<T>(items: readonly T[], field: string): readonly T[] {
  if (Array.isArray(items)) return items;
  throw new MnemeError('invalid_input', `${field}: expected a list.`, {
    field,
    value: items,
    hint: 'Put it into brackets.',
  });
}

export function parseIds(ids: readonly string[]): MemoryId[] {
  if (listed(ids, 'ids').length > 0)
    return ids.map((id, at) => parseInput(MemoryId, id, `ids.${at}`));
  throw new MnemeError('invalid_input', 'ids: name at least one memory.', {
    field: 'ids',
    value: ids,
    hint: 'List the ids with `mneme list`.',
  });
}
