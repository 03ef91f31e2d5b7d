import type { Embedder, LanguageModel } from '../../ports/models.js';
import { createAnthropicLanguageModel, createHttpLanguageModel } from './language-models.js';
import { openHttpEmbedder, type HttpEmbedderSettings } from './http-models.js';
import type { ModelRuntime } from './post-json.js';
import { INSIDE, openInsideEmbedder } from './inside/sentence-encoder.js';
import {
  type OnnxEmbedderSettings,
  openOnnxEmbedder,
  openPackageEmbedder,
  type PackageEmbedderSettings,
} from './local-embedders.js';

/** A server (`url` and `model`), a folder, a package, or the built-in encoder. */
export type EmbedderSettings = Omit<HttpEmbedderSettings, 'url' | 'model'> &
  Omit<OnnxEmbedderSettings, 'folder'> & {
    readonly url?: string | undefined;
    readonly folder?: string | undefined;
    readonly package?: PackageEmbedderSettings['package'] | undefined;
  };

/** `knownIds` are the encoders of the existing banks, from which dimensions are known while the model is unavailable. */
export async function openEmbedder(
  settings: EmbedderSettings,
  knownIds: readonly string[],
  runtime: ModelRuntime,
): Promise<Embedder> {
  const { url, folder, model = '' } = settings;
  if (settings.package === INSIDE) return openInsideEmbedder(settings);
  if (settings.package !== undefined)
    return openPackageEmbedder({ ...settings, package: settings.package });
  return folder === undefined
    ? openHttpEmbedder({ ...settings, url: url ?? '', model }, knownIds, runtime)
    : openOnnxEmbedder({ ...settings, folder }, knownIds);
}

export interface LanguageModelSettings {
  readonly provider: 'openai' | 'anthropic';
  readonly url?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

export function createLanguageModel(
  settings: LanguageModelSettings,
  runtime: ModelRuntime,
): LanguageModel {
  return settings.provider === 'anthropic'
    ? createAnthropicLanguageModel(settings, runtime)
    : createHttpLanguageModel(
        { ...settings, url: settings.url ?? 'https://api.openai.com/v1' },
        runtime,
      );
}
