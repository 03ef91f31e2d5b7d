import { z } from 'zod';
import { messageOf } from '../spaces/with-timeout.js';
import type { EngineParts } from './core.js';

const TEXT = 'Is anybody there?';

/** Sends each configured model a minimal request and reports whether it answers, for `doctor`. */
export async function askModels({
  embedder,
  reranker,
  languageModel,
}: Pick<EngineParts, 'embedder' | 'reranker' | 'languageModel'>): Promise<
  Readonly<Record<string, string>>
> {
  const asked: readonly (readonly [string, string, () => Promise<unknown>] | null)[] = [
    embedder === undefined
      ? null
      : ['embedder', embedder.id, async () => throwFault((await embedder.query(TEXT)).fault)],
    reranker === undefined
      ? null
      : ['reranker', reranker.id, () => reranker.rerank(TEXT, [TEXT, 'Nobody.'])],
    languageModel === undefined
      ? null
      : [
          'language model',
          languageModel.id,
          () =>
            languageModel.complete({
              name: 'presence',
              text: 'Answer that you are there.',
              answer: z.strictObject({ there: z.boolean() }),
            }),
        ],
  ];
  const states = await Promise.all(
    asked.flatMap((each) => (each === null ? [] : [stateOf(...each)])),
  );
  return Object.fromEntries(states);
}

async function stateOf(
  part: string,
  id: string,
  ask: () => Promise<unknown>,
): Promise<readonly [string, string]> {
  try {
    await ask();
    return [part, `${id}, answers`];
  } catch (error) {
    return [part, `${id}, does not answer: ${messageOf(error)}`];
  }
}

function throwFault(fault: string | null): void {
  if (fault !== null) throw new Error(fault);
}
