import { createHttpReranker } from './adapters/models/http-reranker.js';
import { createLanguageModel, openEmbedder } from './adapters/models/open-models.js';
import type { EngineParts } from './bank/core.js';
import type { Config } from './config/config.js';
import { closingOnFault } from './open-store.js';
import type { Clock, Random, Wait } from './ports/system.js';
import type { Store } from './ports/store.js';
import { restingReranker } from './recall/rerank.js';
import { cacheEmbeddings, createLearnedEncoder } from './spaces/learned-encoder.js';

/** Number of cached text vectors per process. */
const KEPT_VECTORS = 2_000;

/** Opens the configured models. Throws `unavailable` if the dimensions of an unavailable embedder are unknown. */
export async function openModels(
  { embedder, reranker, languageModel }: Config,
  store: Store,
  runtime: { readonly clock: Clock; readonly random: Random; readonly wait: Wait },
): Promise<Pick<EngineParts, 'embedder' | 'reranker' | 'languageModel'>> {
  const ticks = (): number => runtime.clock.ticks();
  return closingOnFault(store, async () => {
    const opened =
      embedder === undefined
        ? null
        : await openEmbedder(
            embedder,
            (await store.banks()).map((bank) => bank.encoder),
            runtime,
          );
    return {
      ...(embedder === undefined || opened === null
        ? {}
        : {
            embedder: createLearnedEncoder({
              ...embedder,
              embedder: cacheEmbeddings(opened, KEPT_VECTORS),
              ticks,
            }),
          }),
      ...(reranker === undefined
        ? {}
        : {
            reranker: restingReranker(
              createHttpReranker(reranker, runtime),
              reranker.timeoutMs,
              ticks,
            ),
          }),
      ...(languageModel === undefined
        ? {}
        : { languageModel: createLanguageModel(languageModel, runtime) }),
    };
  });
}
