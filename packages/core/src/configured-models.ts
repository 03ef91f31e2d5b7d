import { createHttpReranker } from './adapters/models/http-models.js';
import { createLanguageModel, openEmbedder } from './adapters/models/open-models.js';
import { createTextProgram } from './adapters/readers/program.js';
import type { EngineParts } from './bank/core.js';
import type { Config, ConfigInput } from './config/config.js';
import { readerEnvironment } from './config/environment.js';
import { modelReader, programReader } from './modules/reading/prompted-reader.js';
import { closingOnFault } from './open-store.js';
import type { Reader } from './ports/models.js';
import type { Store } from './ports/store.js';
import type { Clock, Random, Wait } from './ports/system.js';
import { restingReranker } from './recall/ranking/rank.js';
import { cacheEmbeddings, createLearnedEncoder } from './spaces/dense-vectors.js';

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

/** Whether it is a reader, not the command of a reader program. */
export const isReader = (given: ConfigInput['reader'] | Reader): given is Reader =>
  typeof given === 'object' && 'read' in given;

/** The reader: the caller's own, the configured program, or the language model. */
export function readerOf(
  own: Reader | null,
  { reader, reading }: Config,
  { languageModel }: Pick<EngineParts, 'languageModel'>,
): Pick<EngineParts, 'reader'> {
  if (own !== null) return { reader: own };
  if (reader !== undefined)
    return {
      reader: programReader(
        createTextProgram({
          command: reader,
          timeoutMs: reading.timeoutMs,
          environment: readerEnvironment(),
        }),
      ),
    };
  return languageModel === undefined ? {} : { reader: modelReader(languageModel) };
}
