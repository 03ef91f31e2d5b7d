import { openMemory } from '@mneme/mneme/open.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';

/**
 * What an operation that only reads answers of a user of whom nothing was remembered yet: what it answers of an empty memory. None is
 * founded, so that asking for somebody leaves nothing behind, and a key that may only read can ask.
 */
export async function askNothing(
  operation: Operation,
  bank: string,
  input: unknown,
  context: OperationContext,
): Promise<string> {
  const empty = await openMemory({
    file: ':memory:',
    bank,
    readOnly: false,
    embedder: null,
    reranker: null,
    languageModel: null,
  });
  try {
    return JSON.stringify(await operation.run(empty, input, context));
  } finally {
    await empty.close();
  }
}
