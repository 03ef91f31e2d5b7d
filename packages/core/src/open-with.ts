import { createSharpReader } from './adapters/images/sharp-reader.js';
import { VectorIndexes } from './adapters/index/adaptive-index.js';
import {
  createLogLines,
  createTraces,
  loadOpenTelemetry,
} from './adapters/observers/logs-and-traces.js';
import { createMemoryMetrics } from './adapters/observers/metrics.js';
import { assertNotOpenHere } from './adapters/store/sqlite/file-identity.js';
import { openMemoryStore } from './adapters/store/sqlite/sqlite-store.js';
import { localFilesBeside, openFileText } from './adapters/system/local-files.js';
import {
  createPost,
  createSystemRandom,
  memoryInUse,
  systemClock,
  systemRest,
  systemWait,
} from './adapters/system/runtime.js';
import { BankHandle, wholeClock } from './bank/bank-handle.js';
import { type EngineParts, OpenFile } from './bank/core.js';
import { withoutExpired } from './bank/expiry.js';
import { observeBy, observed } from './bank/observe.js';
import type { Config, ConfigInput } from './config/config.js';
import { readKey, readPassphrase, readSigningPem, readVaultKey } from './config/secrets.js';
import { isReader, openModels, readerOf } from './configured-models.js';
import { makeId } from './domain/ids.js';
import { idsGiven } from './domain/user-bank.js';
import { definedOnly } from './domain/well-formed.js';
import { checkModules, checkParts } from './kernel/check-options.js';
import { CodeReader } from './language/code/code-reader.js';
import type { Stemmer } from './language/stem.js';
import { Mneme } from './mneme.js';
import { readSigningKey } from './modules/certificates/certificate.js';
import { backupOnDisplacement } from './modules/maintenance/backup.js';
import type { CapabilityModule } from './modules/module.js';
import { readRelations } from './modules/validity/index.js';
import { configFor, type OpenServer, openStore } from './open-store.js';
import type { Reader } from './ports/models.js';
import type { Observer } from './ports/observer.js';
import type { Store } from './ports/store.js';
import type { Clock, Random, Wait } from './ports/system.js';
import { type CertaintyModel, SHIPPED_CERTAINTY } from './recall/confidence/judgement.js';
import { SHIPPED_CODE_MODEL } from './recall/ranking/code/code-ranking.js';
import { type FusionModel, SHIPPED_MODEL } from './recall/ranking/fusion-model.js';
import { Vault } from './safety/sealing.js';
import { type CodeSpace, createCodeSpace } from './spaces/e07-code.js';
import { createPicturePorts } from './spaces/e10-multimodal.js';
import { wordReaders } from './spaces/registry.js';

/** Reads the configured secrets, which are stored nowhere else. Throws `invalid_input`, `not_found`. */
function openSecrets(
  config: Config,
  given: Store | string | undefined,
): Pick<EngineParts, 'vault' | 'passphrase' | 'signingKey' | 'key' | 'givenKey'> {
  // Nothing of what is in memory alone lies on a disk.
  const isOnDisk = typeof given !== 'object' && (config.store ?? config.file) !== IN_MEMORY;
  const key = isOnDisk ? readKey(config) : undefined;
  return {
    ...openPassphrase(config),
    ...openVault(config),
    ...openSigning(config),
    ...(key === undefined ? {} : { key }),
    givenKey: () => key ?? readKey(config),
  };
}

const IN_MEMORY = ':memory:';

function openVault({ vaultKey, vaultKeyFile }: Config): Pick<EngineParts, 'vault'> {
  const key = vaultKey ?? (vaultKeyFile === undefined ? undefined : readVaultKey(vaultKeyFile));
  return key === undefined ? {} : { vault: new Vault(key) };
}

/** Reads the key early, so that nothing is erased without its certificate. Throws `invalid_input`, `not_found`. */
function openSigning({ signingKeyFile }: Config): Pick<EngineParts, 'signingKey'> {
  if (signingKeyFile === undefined) return {};
  const pem = readSigningPem(signingKeyFile);
  readSigningKey(pem);
  return { signingKey: pem };
}

function openPassphrase(config: Config): Pick<EngineParts, 'passphrase'> {
  const passphrase = readPassphrase(config);
  return passphrase === undefined ? {} : { passphrase };
}

/** Milliseconds from a recall until it is recorded, so that another process may vote on its results. */
const NOTING_DELAY = 2_000;
const MEGABYTE = 1_048_576;
/** System functions for background work. */
const BACKGROUND = { rest: systemRest, memoryInUse };
/** Milliseconds between steps of background work, so that a call waits for at most one step. */
const BACKGROUND_PAUSE = 5;

export interface OpenOptions extends Omit<ConfigInput, 'store' | 'reader'> {
  /**
   * Refuses a file or a bank that does not exist, suggesting similar names, instead of creating it; `file`: only the
   * file. Default: false.
   */
  readonly mustExist?: boolean | 'file';
  /**
   * Storage of the banks instead of a file: the URL of a PostgreSQL server (`postgres://user@host/database`; the
   * package `pg` must be installed), or any store with the five parts of the port. It is closed with the memory.
   */
  readonly store?: Store | string;
  /** For tests and replays: `now`, and `ticks` if durations are replayed, too. Default: the system's clock. */
  readonly clock?: Pick<Clock, 'now'> & Partial<Clock>;
  /** For tests and replays. Default: the system's randomness. */
  readonly random?: Random;
  /** How to wait between two requests to a model's server, for tests and replays. Default: a timer. */
  readonly wait?: Wait;
  /** Receive what is done and how long it takes, in addition to the built-in metrics; never content. */
  readonly observers?: readonly Observer[];
  /** Receives the lines of the log. Default: standard error. */
  readonly logTo?: (line: string) => void;
  /** A fusion model instead of the shipped one. */
  readonly model?: FusionModel;
  /** A model of probabilities instead of the shipped one, as written by `mneme bench fit-certainty`. */
  readonly certainty?: CertaintyModel;
  /** A fusion model for memories that are code, instead of the shipped one. */
  readonly codeModel?: FusionModel;
  /**
   * Reads what is remembered into notes: a command (`claude -p`), as one line or as words, or a reader of the
   * caller's own. Default: the language model, if one is configured.
   */
  readonly reader?: ConfigInput['reader'] | Reader;
  /** Modules in addition to the shipped ones. Throws `invalid_input` if one registers a name that is taken. */
  readonly modules?: readonly CapabilityModule[];
}

/** The parts of a memory in addition to the core: the packages that join it, as values. */
interface Composition {
  /** In the order in which their hooks run. */
  readonly modules: readonly CapabilityModule[];
  /** Finds strategies for recall's procedural layer. Default: none. */
  readonly procedures?: EngineParts['procedures'];
  /** Opens banks on a database server. Without it only files can be opened. */
  readonly openServer?: OpenServer;
}

/**
 * Opens a memory composed of these packages: one file, created if new, and a bank in it. Nothing is downloaded and no
 * key is needed, unless a learned model is configured. Throws `invalid_input` for bad options, `not_found` if
 * `mustExist` and it does not, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export async function openWith(
  { modules: shipped, procedures = () => Promise.resolve([]), openServer }: Composition,
  options: OpenOptions = {},
): Promise<Mneme> {
  const { clock, modules } = givenParts(options, shipped);
  const {
    clock: _clock,
    modules: _modules,
    random = createSystemRandom(),
    wait = systemWait,
    model = SHIPPED_MODEL,
    certainty = SHIPPED_CERTAINTY,
    codeModel = SHIPPED_CODE_MODEL,
    observers = [],
    logTo = toStandardError,
    mustExist = false,
    store: given,
    reader: ownReader,
    ...settings
  } = options;
  const configured =
    ownReader === undefined || isReader(ownReader) ? settings : { ...settings, reader: ownReader };
  const config = configFor(configured, given, mustExist);
  const keys = openSecrets(config, given);
  const observing = await openObservers(config, observers, logTo, clock);
  const where = { given, mustExist, openServer, ...keys };
  const { store, codes, place } = await openStore(config, where);
  const words = wordReaders();
  const models = await openModels(config, store, { clock, random, wait });
  const others = openOthers(place);
  const [reader, code] = readCode(words.stemmer);
  codes.know([words.encoder, models.embedder], [words.causal, others.pictures.space, code]);
  const [vectors, readOnly] = [openVectors(config), store.readOnly || config.readOnly];
  const core = new OpenFile({
    store: withoutExpired(
      backupOnDisplacement({ store, clock, ...others }, place),
      clock,
      readOnly,
    ),
    clock,
    ...words,
    relations: readRelations,
    procedures,
    ...models,
    ...readerOf(isReader(ownReader) ? ownReader : null, config, models),
    ...others,
    model,
    modules,
    certainty,
    code,
    codeModel,
    readyForCode: (text) => reader.ready(text),
    newId: (prefix) => makeId(prefix, () => random.uint32()),
    createVectors: (dimensions) => vectors.create(dimensions),
    reading: config.reading,
    outgoing: { post: createPost(config.webhooks), random },
    ...BACKGROUND,
    ...keys,
    ...observing,
    readOnly,
    later: (task) => void setTimeout(task, NOTING_DELAY).unref(),
    cacheCapacity: config.cacheCapacity,
    bankBytes: config.bankMemory === 0 ? null : config.bankMemory * MEGABYTE,
    actor: config.actor,
    describe: describe({ place, store, vectors, models, words, others, model, reader }),
  });
  // With `mustExist: 'file'`, no bank is created.
  const memory = await openBank(core, config, mustExist !== 'file');
  return observed(memory, { ...observing, ticks: () => clock.ticks() });
}

/** The implementation of each part, for `doctor`; parts that change while the memory is open are getters. */
function describe(of: {
  readonly place: string;
  readonly store: Store;
  readonly vectors: VectorIndexes;
  readonly models: Pick<EngineParts, 'embedder'>;
  readonly words: Pick<EngineParts, 'encoder'>;
  readonly others: Pick<EngineParts, 'pictures'>;
  readonly model: FusionModel;
  readonly reader: CodeReader;
}): EngineParts['describe'] {
  return {
    file: of.place,
    store: of.store.kind,
    get 'vector index'() {
      return of.vectors.describe();
    },
    encoder: of.models.embedder?.id ?? of.words.encoder.id,
    pictures: `${of.others.pictures.reader.name}, ${of.others.pictures.encoder.id}`,
    fusion: of.model.fittedOn,
    embedder: 'none configured',
    reranker: 'none configured',
    get code() {
      return of.reader.describe;
    },
    'language model': 'none configured',
  };
}

/** Validates the options that no schema covers, and fills in defaults. Throws `invalid_input`. */
function givenParts(
  options: OpenOptions,
  shipped: readonly CapabilityModule[],
): {
  readonly clock: Clock;
  readonly modules: readonly CapabilityModule[];
} {
  // A plain path instead of options would silently open the default memory.
  checkParts({ options: [options, []] });
  const { clock: toldBy = systemClock, random, wait, observers, logTo, modules: added } = options;
  checkParts({
    clock: [toldBy, ['now']],
    'clock.ticks': [(toldBy as Partial<Clock> | null)?.ticks, 'function'],
    random: [random, ['uint32']],
    wait: [wait, 'function'],
    observers: [observers, { each: ['begin', 'flow'] }],
    logTo: [logTo, 'function'],
    modules: [added, { each: [] }],
  });
  idsGiven(options);
  const modules = [...shipped, ...(added ?? [])];
  checkModules(modules);
  const clock = wholeClock(toldBy, systemClock);
  return { clock, modules };
}

const openVectors = ({ graphThreshold }: Config): VectorIndexes =>
  new VectorIndexes({
    threshold: graphThreshold,
    later: (task) => void setTimeout(task, BACKGROUND_PAUSE).unref(),
  });

/** A handle on a bank, loaded once if `looking`; closes everything on failure. */
async function openBank(
  core: OpenFile,
  { bank, owner, userId, agentId, runId }: Config,
  looking: boolean,
): Promise<Mneme> {
  const scope = definedOnly({ userId, agentId, runId });
  const memory = new Mneme(new BankHandle(core, bank)).bank(bank).scope(scope);
  try {
    if (looking) await memory.list({ limit: 1 });
    if (looking && owner !== undefined && !core.parts.readOnly)
      await memory.care.configure({ owner });
    return memory;
  } catch (error) {
    await core.close();
    throw error;
  }
}

/**
 * Access to files other than the memory. Opening the memory itself this way is refused: closing it would release the
 * POSIX locks that show who has it open.
 */
function openOthers(
  memory: string,
): Pick<EngineParts, 'openText' | 'files' | 'pictures' | 'openScratchStore'> {
  const guarded =
    <T>(open: (path: string) => Promise<T>) =>
    async (path: string): Promise<T> => {
      assertNotOpenHere(path);
      return open(path);
    };
  const files = localFilesBeside(memory);
  const images = createSharpReader();
  return {
    openText: guarded(openFileText),
    openScratchStore: () => openMemoryStore(),
    files: { ...files, open: guarded(files.open) },
    pictures: createPicturePorts({ ...images, open: guarded(images.open) }),
  };
}

function readCode(stemmer: Stemmer): readonly [CodeReader, CodeSpace] {
  const reader = new CodeReader(stemmer);
  return [reader, createCodeSpace(reader, stemmer)];
}

const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Metrics are always collected; a log and traces if configured. */
async function openObservers(
  { log, slowMs, traces, traceContent }: Config,
  others: readonly Observer[],
  write: (line: string) => void,
  clock: Clock,
): Promise<Pick<EngineParts, 'observer' | 'metrics'> & { readonly traceContent: boolean }> {
  const metrics = createMemoryMetrics(() => clock.ticks());
  const now = (): number => clock.now();
  const telemetry = traces ? await loadOpenTelemetry() : null;
  const observers = [
    ...(telemetry === null ? [] : [createTraces(telemetry, now)]),
    metrics,
    ...(log === 'off' ? [] : [createLogLines({ level: log, slowMs, write, now })]),
    ...others,
  ];
  return { metrics, observer: observeBy(observers), traceContent };
}
