import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  embedderId,
  modelText,
  statedDimensions,
  type TextSettings,
  unitVectors,
} from './embeddings.js';
import { MnemeError } from '../../domain/errors.js';
import type { Embedder } from '../../ports/models.js';

/** The part of onnxruntime-node that we use. */
interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options?: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}

interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    feeds: Readonly<Record<string, unknown>>,
    fetches: readonly string[],
  ): Promise<
    Readonly<Record<string, { readonly data: Float32Array; readonly dims: readonly number[] }>>
  >;
}

/** The part of @huggingface/tokenizers that we use. */
interface Tokenizers {
  readonly Tokenizer: new (
    tokenizer: object,
    settings: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

const INSTALL =
  'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node @huggingface/tokenizers';

async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  return (await loadOptional('onnxruntime-node')) as OnnxRuntime;
}

async function loadTokenizers(): Promise<Tokenizers> {
  return (await loadOptional('@huggingface/tokenizers')) as Tokenizers;
}

/** The name is a variable, so that neither compiler nor bundler requires a package that most users do not need. */
async function loadOptional(name: string): Promise<unknown> {
  try {
    const loaded = (await import(name)) as { readonly default?: unknown };
    return loaded.default ?? loaded;
  } catch (cause) {
    const missing = (cause as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
    throw new MnemeError(
      'unavailable',
      missing
        ? `A model in a folder needs the package ${name}, which is not installed.`
        : `The package ${name} does not load on this machine.`,
      {
        field: 'embedder.folder',
        hint: `Install it beside mneme: \`${INSTALL}\`.`,
        cause,
      },
    );
  }
}

/** A text's vector is the mean of its tokens', or that of the first token, depending on how the model was trained. */
type Pooling = 'mean' | 'cls';

/**
 * Pools token vectors into one per text. `data` is (texts × tokens × dimensions), or (texts × dimensions) if the
 * model has pooled already; `mask` is (texts × tokens), 1 for a token and 0 for padding.
 */
export function pool(
  { data, dims }: { readonly data: Float32Array; readonly dims: readonly number[] },
  mask: BigInt64Array,
  pooling: Pooling,
): Float32Array[] {
  const [texts = 0, second = 0, third] = dims;
  if (third === undefined)
    return Array.from({ length: texts }, (_, row) => data.slice(row * second, (row + 1) * second));
  return Array.from({ length: texts }, (_, row) => {
    const start = row * second * third;
    if (pooling === 'cls') return data.slice(start, start + third);
    const mean = new Float32Array(third);
    let tokens = 0;
    for (let at = 0; at < second; at++) {
      if (mask[row * second + at] === 0n) continue;
      tokens++;
      for (let place = 0; place < third; place++)
        mean[place] = (mean[place] ?? 0) + (data[start + at * third + place] ?? 0);
    }
    return mean.map((value) => value / Math.max(1, tokens));
  });
}

export interface OnnxEmbedderSettings extends TextSettings {
  /**
   * A folder with `model.onnx` (or `onnx/model.onnx`), `tokenizer.json` and, if there is one,
   * `tokenizer_config.json`.
   */
  readonly folder: string;
  /** The name that banks store. Default: the folder's. */
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
  /** Maximum texts per run. */
  readonly batch: number;
  /** How the vectors of a text's tokens are combined. */
  readonly pooling: Pooling;
}

/** Texts have few tokens each; larger batches use more memory without being faster. */
const LARGEST_BATCH = 16;
const MAX_TOKENS = 512;

interface Loaded {
  readonly runtime: OnnxRuntime;
  readonly session: OnnxSession;
  readonly encode: (text: string) => readonly number[];
}

/**
 * Vectors from a sentence-transformers model in ONNX form, computed in this process by onnxruntime-node, which is
 * loaded only here. Nothing is downloaded. Throws as `Embedder.embed` does; `unavailable` when a package or a file of
 * the model is missing.
 */
export async function openOnnxEmbedder(
  settings: OnnxEmbedderSettings,
  knownIds: readonly string[],
): Promise<Embedder> {
  const name = settings.model ?? basename(resolve(settings.folder));
  const ways = settings.pooling === 'mean' ? '' : settings.pooling;
  let loading: Promise<Loaded> | null = null;
  const loaded = (): Promise<Loaded> => {
    loading ??= load(settings.folder);
    // A failure is not cached: the missing file may exist next time.
    loading.catch(() => (loading = null));
    return loading;
  };
  const dimensions =
    settings.dimensions ??
    knownIds
      .map((id) => statedDimensions(id, 'onnx', name, settings, ways))
      .find((stated) => stated !== null) ??
    (
      await run(
        await loaded(),
        [modelText('How long is a vector?', 'query', settings)],
        settings.pooling,
      )
    )[0]?.length ??
    0;
  return {
    id: embedderId('onnx', name, settings, dimensions, ways),
    dimensions,
    embed: async (texts, side, signal) => {
      const vectors: Float32Array[] = [];
      const size = Math.min(settings.batch, LARGEST_BATCH);
      for (let at = 0; at < texts.length; at += size) {
        if (signal?.aborted === true)
          throw new MnemeError('interrupted', 'The embedder was stopped.', { field: 'embedder' });
        const batch = texts.slice(at, at + size).map((text) => modelText(text, side, settings));
        const units = unitVectors(
          await run(await loaded(), batch, settings.pooling),
          batch.length,
          dimensions,
        );
        if (typeof units === 'string') throw unusable(settings.folder, units);
        vectors.push(...units);
      }
      return vectors;
    },
  };
}

async function load(folder: string): Promise<Loaded> {
  const model = [join(folder, 'model.onnx'), join(folder, 'onnx', 'model.onnx')].find((path) =>
    existsSync(path),
  );
  if (model === undefined) {
    throw new MnemeError(
      'unavailable',
      `The folder ${folder} has neither model.onnx nor onnx/model.onnx.`,
      {
        field: 'embedder.folder',
        value: folder,
        hint: 'Give a folder of a sentence-transformers model in ONNX form.',
      },
    );
  }
  const [runtime, tokenizers] = [await loadOnnxRuntime(), await loadTokenizers()];
  try {
    const form = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object;
    const manner = (
      existsSync(join(folder, 'tokenizer_config.json'))
        ? JSON.parse(await readFile(join(folder, 'tokenizer_config.json'), 'utf8'))
        : {}
    ) as { readonly model_max_length?: number };
    const tokenizer = new tokenizers.Tokenizer(form, manner);
    const session = await runtime.InferenceSession.create(model, { logSeverityLevel: 3 });
    const longest = Math.max(2, Math.min(MAX_TOKENS, manner.model_max_length ?? MAX_TOKENS));
    return { runtime, session, encode: (text) => shorten(tokenizer.encode(text).ids, longest) };
  } catch (cause) {
    throw new MnemeError(
      'unavailable',
      `The model in ${folder} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}.`,
      {
        field: 'embedder.folder',
        value: folder,
        hint: 'Look at its files: model.onnx, tokenizer.json.',
        cause,
      },
    );
  }
}

/** Truncates tokens, but keeps the last one, which marks the end of a text. */
function shorten(ids: readonly number[], longest: number): readonly number[] {
  return ids.length <= longest ? ids : [...ids.slice(0, longest - 1), ids.at(-1) ?? 0];
}

/** Vectors of a batch, unchecked: padded to the longest text, with a mask that distinguishes tokens from padding. */
async function run(
  { runtime, session, encode }: Loaded,
  texts: readonly string[],
  pooling: Pooling,
): Promise<readonly Float32Array[]> {
  const tokens = texts.map(encode);
  const length = Math.max(1, ...tokens.map(({ length: own }) => own));
  const dims = [texts.length, length];
  const ids = new BigInt64Array(texts.length * length);
  const mask = new BigInt64Array(ids.length);
  tokens.forEach((own, row) =>
    own.forEach((id, at) => {
      ids[row * length + at] = BigInt(id);
      mask[row * length + at] = 1n;
    }),
  );
  const tensor = (data: BigInt64Array): unknown => new runtime.Tensor('int64', data, dims);
  const known: Readonly<Record<string, () => unknown>> = {
    input_ids: () => tensor(ids),
    attention_mask: () => tensor(mask),
    token_type_ids: () => tensor(new BigInt64Array(ids.length)),
  };
  const feeds = Object.fromEntries(
    session.inputNames.flatMap((name) =>
      known[name] === undefined ? [] : [[name, known[name]()]],
    ),
  );
  const output =
    ['sentence_embedding', 'last_hidden_state'].find((name) =>
      session.outputNames.includes(name),
    ) ??
    session.outputNames[0] ??
    '';
  try {
    const result = (await session.run(feeds, [output]))[output];
    return result === undefined ? [] : pool(result, mask, pooling);
  } catch (cause) {
    throw new MnemeError(
      'unavailable',
      `The ONNX model cannot compute: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { field: 'embedder', hint: 'It must take input_ids and attention_mask.', cause },
    );
  }
}

function unusable(folder: string, what: string): MnemeError {
  return new MnemeError('unavailable', `The model in ${folder} answered wrongly: ${what}.`, {
    field: 'embedder',
    hint: 'Look at embedder.folder and embedder.dimensions.',
  });
}

const RUNTIMES = ['@energetic-ai/core', '@energetic-ai/embeddings'] as const;
/** Dimensions of the Universal Sentence Encoder. */
const DIMENSIONS = 512;
/** Attention is quadratic in a text's length; the rest of a long text is covered by its passages. */
const MAX_CHARACTERS = 1_000;
/** Larger batches use more memory without being faster. */
const LARGEST_PACKAGE_BATCH = 16;

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
  const size = Math.min(settings.batch, LARGEST_PACKAGE_BATCH);
  let loading: Promise<Model> | null = null;
  const loaded = (): Promise<Model> => {
    loading ??= loadPackageModel(settings.package);
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

async function loadPackageModel(weights: string): Promise<Model> {
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
