import { openMemory } from '@mneme/mneme/open.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';

/**
 * The answer of a read for a user of whom nothing was remembered: that of an empty memory. No bank is created, so
 * that asking leaves no trace, and a key that may only read can ask.
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
