import { MnemeError } from '../../../domain/errors.js';

/** The part of onnxruntime-node that we use. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options?: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}

export interface OnnxSession {
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
export interface Tokenizers {
  readonly Tokenizer: new (
    tokenizer: object,
    settings: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

const INSTALL =
  'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node @huggingface/tokenizers';

export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  return (await load('onnxruntime-node')) as OnnxRuntime;
}

export async function loadTokenizers(): Promise<Tokenizers> {
  return (await load('@huggingface/tokenizers')) as Tokenizers;
}

/** The name is a variable, so that neither the compiler nor a bundler requires a package that most never need. */
async function load(name: string): Promise<unknown> {
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
