import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { Actor } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { BankName, DEFAULT_BANK, MemoryScope } from '../domain/ids.js';
import { OwnerName } from '../domain/bank.js';
import { parseInput } from '../domain/input.js';
import { ReadingSettings } from '../domain/reading.js';
import {
  configFile,
  EmbedderSettings,
  fromFile,
  joined,
  LanguageModelSettings,
  MODEL_ENVIRONMENT,
  type ModelPart,
  nameInEnvironment,
  placed,
  ReaderCommand,
  RerankerSettings,
} from './settings.js';

const ConfigSchema = z.strictObject({
  /** The memory's path: one file, or `:memory:`. */
  file: z.string().min(1),
  /** A PostgreSQL server that stores the banks instead of a file. */
  store: z
    .string()
    .regex(
      /^postgres(?:ql)?:\/\//i,
      'must be the address of a server: postgres://user@host:5432/database',
    )
    .optional(),
  bank: BankName,
  /** The user whose memory is opened, and the agent and run for what is stored and recalled. */
  ...MemoryScope.shape,
  /** Whose memory it is: stored with the bank when it is opened. */
  owner: OwnerName.optional(),
  readOnly: z.boolean(),
  /** Cached answers per bank. */
  cacheCapacity: z.int().min(0).max(100_000),
  /** Megabytes for the indexes of open banks together; idle banks are closed, and reopened on demand. 0: unlimited. */
  bankMemory: z.int().min(0).max(1_000_000),
  /** Number of a bank's memories from which its vectors are indexed in a graph (HNSW). */
  graphThreshold: z.int().min(1),
  /** Minimum level of the log, which is written to standard error as lines of JSON. */
  log: z.enum(['off', 'debug', 'info', 'warn', 'error']),
  /** A recall that takes longer is logged as slow, in milliseconds. */
  slowMs: z.number().min(0).max(600_000),
  /** Whether verbs and steps are reported to OpenTelemetry. */
  traces: z.boolean(),
  /** Whether they contain questions, texts and names of banks; otherwise only figures and ids. */
  traceContent: z.boolean(),
  /** The name written into the journal. */
  actor: Actor,
  /** Key of the vault for sealed values: 32 bytes in hex or base64; or the file that contains it. */
  vaultKey: z.string().min(1).optional(),
  vaultKeyFile: z.string().min(1).optional(),
  /** The passphrase for encrypting and decrypting exports and backups; or the file that contains it. */
  passphrase: z.string().min(1).optional(),
  passphraseFile: z.string().min(1).optional(),
  /** Where webhooks may go: `public` addresses; `loopback`: also this machine; `private`: also private networks. */
  webhooks: z.enum(['public', 'loopback', 'private']),
  /** The file with the private key that signs erasure certificates, as PEM. */
  signingKeyFile: z.string().min(1).optional(),
  /** What the file is sealed with: 32 bytes in hex, or a passphrase; or the file that holds it, or a command that prints it. */
  key: z.string().min(1).optional(),
  keyFile: z.string().min(1).optional(),
  keyCommand: ReaderCommand.optional(),
  /** Learned models. The embedder is the built-in encoder unless another one or `none` is given; the others are off by default. */
  embedder: EmbedderSettings.optional().transform((given) =>
    given?.package === 'none' ? undefined : given,
  ),
  reranker: RerankerSettings.optional(),
  languageModel: LanguageModelSettings.optional(),
  /** The command that reads what is remembered into notes, as words: it takes a prompt and answers with JSON. */
  reader: ReaderCommand.optional(),
  /** Reading into notes; `true` and `false` switch it on and off for every bank. */
  reading: ReadingSettings,
});

const MODEL_PARTS: readonly ModelPart[] = ['embedder', 'reranker', 'languageModel'];

/** The effective settings: options over environment over configuration file over defaults. Frozen. */
export type Config = Readonly<z.output<typeof ConfigSchema>>;
type Settings = Partial<z.input<typeof ConfigSchema>>;
/**
 * Settings of a learned model are merged field by field, so that its key can be in the environment only; null
 * switches it off.
 */
export type ConfigInput = Omit<Settings, Part | 'key'> & {
  /** Null: none, whatever the environment says. */
  readonly key?: string | null;
} & {
  readonly [Name in ModelPart]?: Partial<NonNullable<Settings[Name]>> | null;
} & {
  /** `true` and `false` switch it on and off, overriding each bank's own setting. */
  readonly reading?: Partial<NonNullable<Settings['reading']>> | boolean | null;
  /** @deprecated It is `reading` now. */
  readonly facts?: Partial<NonNullable<Settings['reading']>> | boolean | null;
};
type Part = ModelPart | 'reading' | 'facts';

type Environment = Readonly<Record<string, string | undefined>>;

const FROM_ENVIRONMENT: Readonly<Record<Exclude<keyof ConfigInput, Part>, string>> = {
  file: 'MNEME_FILE',
  store: 'MNEME_STORE',
  bank: 'MNEME_BANK',
  userId: 'MNEME_USER_ID',
  agentId: 'MNEME_AGENT_ID',
  runId: 'MNEME_RUN_ID',
  owner: 'MNEME_OWNER',
  readOnly: 'MNEME_READ_ONLY',
  cacheCapacity: 'MNEME_CACHE_CAPACITY',
  bankMemory: 'MNEME_BANK_MEMORY',
  graphThreshold: 'MNEME_GRAPH_THRESHOLD',
  log: 'MNEME_LOG',
  slowMs: 'MNEME_SLOW_MS',
  traces: 'MNEME_TRACES',
  traceContent: 'MNEME_TRACE_CONTENT',
  actor: 'MNEME_ACTOR',
  reader: 'MNEME_READER',
  vaultKey: 'MNEME_VAULT_KEY',
  vaultKeyFile: 'MNEME_VAULT_KEY_FILE',
  passphrase: 'MNEME_PASSPHRASE',
  passphraseFile: 'MNEME_PASSPHRASE_FILE',
  webhooks: 'MNEME_WEBHOOKS',
  signingKeyFile: 'MNEME_SIGNING_KEY_FILE',
  key: 'MNEME_KEY',
  keyFile: 'MNEME_KEY_FILE',
  keyCommand: 'MNEME_KEY_COMMAND',
};

const NUMBERS: ReadonlySet<string> = new Set([
  'cacheCapacity',
  'bankMemory',
  'graphThreshold',
  'slowMs',
]);

/** Reads the configuration. Throws `invalid_input` naming the field, its value and its source. */
export function readConfig(
  options: ConfigInput = {},
  environment: Environment = process.env,
): Config {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const settings = configFile(environment);
  const layers: readonly Record<string, unknown>[] = [
    defaults(environment),
    // Relative paths in the file are relative to its folder.
    placed(safeFromFile(settings), (field) => `${field} in ${settings.path}`, {
      folder: dirname(settings.path),
      environment,
    }),
    placed(fromEnvironment(environment), nameInEnvironment, { folder: '.', environment }),
    placed(given, (field) => field, { folder: '.', environment }),
  ];
  const { facts: _former, ...merged } = Object.assign(
    {},
    ...layers.map(onePlace).map(oneKey),
    ...MODEL_PARTS.map((part) => ({ [part]: joined(layers.map((layer) => layer[part])) })),
    {
      reading: joined(layers.flatMap(({ facts, reading }) => [facts, reading].map(switched))) ?? {},
    },
  ) as Record<string, unknown>;
  return Object.freeze(parseSettings(merged));
}

/**
 * The settings of the file. A folder may be somebody else's, such as a cloned repository, so the file that merely lies
 * in the working folder must not name a command that runs at every opening. Throws `invalid_input`.
 */
function safeFromFile(file: ReturnType<typeof configFile>): Record<string, unknown> {
  const settings = fromFile(file);
  if (file.named || settings['keyCommand'] === undefined) return settings;
  throw new MnemeError(
    'invalid_input',
    `keyCommand in ${file.path} is not run: the file is only found in the working folder.`,
    {
      field: 'keyCommand',
      hint: 'If it is yours, name the file with MNEME_CONFIG, or give the command as MNEME_KEY_COMMAND.',
    },
  );
}

/** Within precedence, a file overrides a server and vice versa. Throws `invalid_input` if one layer has both. */
function onePlace(layer: Record<string, unknown>): Record<string, unknown> {
  const { file, store } = layer;
  if (store === undefined) return file === undefined ? layer : { ...layer, store: undefined };
  if (file === undefined) return layer;
  throw twoPlaces(file);
}

const KEY_FIELDS = ['key', 'keyFile', 'keyCommand'] as const;

/** Within precedence, one way to the file's key overrides the others; null discards them. */
function oneKey(layer: Record<string, unknown>): Record<string, unknown> {
  const given = KEY_FIELDS.find((field) => layer[field] !== undefined);
  if (given === undefined) return layer;
  const none = Object.fromEntries(KEY_FIELDS.map((field) => [field, undefined]));
  return { ...layer, ...none, [given]: layer[given] ?? undefined };
}

/** The error where both a file and a store are given. */
export const twoPlaces = (file: unknown): MnemeError =>
  new MnemeError('invalid_input', 'file: a store was given too, and it says where it lives.', {
    field: 'file',
    value: file,
    hint: 'Give a file or a store.',
  });

/** A section given as a boolean. */
function switched(given: unknown): unknown {
  return typeof given === 'boolean' ? { on: given } : given;
}

/** Error messages for values that must not be shown, since they may contain a secret. */
const SECRETS: Readonly<Record<string, string>> = {
  'config.vaultKey': 'must be a text',
  'config.passphrase': 'must be a text',
  'config.key': 'must be a text',
  'config.store': 'must be the address of a server, as postgres://user@host:5432/database',
};

/** Errors in a model's settings never show the value: it may be a key, or contain one under a wrong name. */
function parseSettings(merged: Record<string, unknown>): Config {
  try {
    return parseInput(ConfigSchema, merged, 'config');
  } catch (error) {
    const secret = MnemeError.is(error)
      ? Object.keys(SECRETS).find((field) => error.field?.startsWith(field))
      : undefined;
    if (MnemeError.is(error) && secret !== undefined)
      throw new MnemeError(error.code, `${secret}: ${SECRETS[secret] ?? 'must be a text'}.`, {
        field: secret,
        hint: 'See docs/safety.md, docs/backup.md, docs/sealing.md and docs/postgres.md.',
      });
    if (
      !MnemeError.is(error) ||
      !MODEL_PARTS.some((part) => error.field?.startsWith(`config.${part}`))
    )
      throw error;
    throw new MnemeError(error.code, error.message, {
      ...(error.field === undefined ? {} : { field: error.field }),
      hint: 'The settings of learned models: docs/models.md.',
    });
  }
}

function defaults(environment: Environment): ConfigInput {
  return {
    file: join(dataFolder(environment), 'memory.mneme'),
    bank: DEFAULT_BANK,
    readOnly: false,
    cacheCapacity: 500,
    bankMemory: 0,
    graphThreshold: 300_000,
    log: 'off',
    slowMs: 250,
    traces: false,
    traceContent: false,
    actor: 'user',
    embedder: { package: 'mneme' },
    webhooks: 'public',
  };
}

/** A fixed folder outside any package: XDG's data folder, or the platform's own on Windows. */
export function dataFolder(environment: Environment = process.env): string {
  // An empty or relative path is ignored (XDG Base Directory Specification): it would depend on the working folder.
  const base = [environment['XDG_DATA_HOME'], environment['LOCALAPPDATA']].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  return join(base ?? join(homedir(), '.local', 'share'), 'mneme');
}

const READING_ENVIRONMENT = {
  on: 'MNEME_READING',
  callsPerHour: 'MNEME_READING_CALLS_PER_HOUR',
  tokensPerHour: 'MNEME_READING_TOKENS_PER_HOUR',
} as const satisfies { readonly [Field in keyof ReadingSettings]?: string };

const FLAGS: ReadonlySet<string> = new Set(['readOnly', 'traces', 'traceContent']);

function fromEnvironment(environment: Environment): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, name] of Object.entries(FROM_ENVIRONMENT)) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    if (FLAGS.has(key)) values[key] = flag(text, name);
    else if (NUMBERS.has(key)) values[key] = Number(text);
    else values[key] = text;
  }
  for (const { name, part, field, number } of MODEL_ENVIRONMENT) {
    const text = environment[name]?.trim() ?? '';
    if (text !== '')
      values[part] = {
        ...(values[part] as object | undefined),
        [field]: number ? Number(text) : text,
      };
  }
  const reading = Object.entries(READING_ENVIRONMENT).flatMap(([field, now]) => {
    const given = environment[now]?.trim() ?? '';
    const name = given === '' ? formerOf(now) : now;
    const text = environment[name]?.trim() ?? '';
    return text === '' ? [] : [[field, field === 'on' ? flag(text, name) : Number(text)]];
  });
  if (reading.length > 0) values['reading'] = Object.fromEntries(reading) as object;
  return values;
}

/** The name of a variable in the previous version. */
const formerOf = (name: string): string => name.replace('MNEME_READING', 'MNEME_FACTS');

/** Settings given by their former names, each with its current name. */
export function formerSettings(
  options: ConfigInput,
  environment: Environment = process.env,
): readonly (readonly [former: string, now: string])[] {
  const variables = Object.values(READING_ENVIRONMENT).flatMap((now): [string, string][] =>
    (environment[formerOf(now)] ?? '') === '' ? [] : [[formerOf(now), now]],
  );
  const given = [options, fromFile(configFile(environment))].some(
    (layer) => (layer as ConfigInput).facts !== undefined,
  );
  return given ? [...variables, ['facts', 'reading']] : variables;
}

function flag(text: string, name: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new MnemeError('invalid_input', `${name} must be true or false.`, {
    field: name,
    value: text,
  });
}
