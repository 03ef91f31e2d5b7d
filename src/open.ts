import { VectorIndexes } from './adapters/index/adaptive/vector-indexes.js';
import { createSharpReader } from './adapters/images/sharp-reader.js';
import { createHttpReranker } from './adapters/models/http/http-reranker.js';
import { createLanguageModel, openEmbedder } from './adapters/models/open-models.js';
import { createLogLines } from './adapters/observers/log-lines.js';
import { createMemoryMetrics } from './adapters/observers/memory-metrics.js';
import { createTraces, loadOpenTelemetry } from './adapters/observers/traces.js';
import { createPost } from './adapters/system/guarded-post.js';
import { openFileText } from './adapters/system/file-text.js';
import { localFilesBeside } from './adapters/system/local-files.js';
import { memoryInUse } from './adapters/system/memory-in-use.js';
import { systemClock } from './adapters/system/system-clock.js';
import { createSystemRandom } from './adapters/system/system-random.js';
import { systemRest, systemWait } from './adapters/system/system-wait.js';
import { assertNotOpenHere } from './adapters/store/sqlite/own-handle.js';
import type { Config, ConfigInput } from './config/config.js';
import { definedOnly } from './domain/defined-only.js';
import { makeId } from './domain/make-id.js';
import { idsGiven } from './domain/user-bank.js';
import { Mneme } from './mneme.js';
import { wholeClock } from './bank/whole-clock.js';
import { BankHandle } from './bank/bank-handle.js';
import { OpenFile, type EngineParts } from './bank/core.js';
import { assertFileThere, closingOnFault, configFor, openStore } from './open-store.js';
import { openSecrets } from './open-secrets.js';
import { isReader, readerOf } from './reader-of.js';
import { keepInHand } from './modules/maintenance/keep-in-hand.js';
import { observeBy, observed } from './bank/observe.js';
import { withoutExpired } from './bank/without-expired.js';
import { didYouMean } from './language/near-names.js';
import { CodeReader } from './language/code/code-reader.js';
import type { Stemmer } from './language/stem.js';
import { checkModules } from './kernel/check-modules.js';
import { checkParts } from './kernel/check-parts.js';
import { ASKED_BY_RECALL, MODULES } from './modules/index.js';
import type { CapabilityModule } from './modules/module.js';
import type { Clock } from './ports/clock.js';
import type { Observer } from './ports/observer.js';
import type { Random } from './ports/random.js';
import type { Reader } from './ports/reader.js';
import type { Store } from './ports/store.js';
import type { Wait } from './ports/wait.js';
import type { CertaintyModel } from './recall/confidence/certainty-model.js';
import { SHIPPED_CERTAINTY } from './recall/confidence/shipped-certainty.js';
import { SHIPPED_MODEL } from './recall/ranking/shipped-model.js';
import type { FusionModel } from './recall/ranking/fusion-model.js';
import { restingReranker } from './recall/resting-reranker.js';
import { SHIPPED_CODE_MODEL } from './recall/ranking/shipped-code-model.js';
import { createCodeSpace, type CodeSpace } from './spaces/e07-code.js';
import { cacheEmbeddings } from './spaces/embedding-cache.js';
import { createLearnedEncoder } from './spaces/learned-encoder.js';
import { createPicturePorts } from './spaces/read-picture.js';
import { wordReaders } from './spaces/word-readers.js';

import { openMemoryStore } from './adapters/store/sqlite/sqlite-store.js';
export type { Store };
export { assertFileThere, assertNotOpenHere, didYouMean, openMemoryStore };

/** Milliseconds from a recall until it is written, so that another process may vote on its results. */
const NOTING_DELAY = 2_000;
const MEGABYTE = 1_048_576;
/** What work in the background asks of the machine. */
const BACKGROUND = { rest: systemRest, memoryInUse };
/** Milliseconds between two steps of background work, so that no call waits for more than one. */
const BACKGROUND_PAUSE = 5;

export interface OpenOptions extends Omit<ConfigInput, 'store' | 'reader'> {
  /**
   * Refuses a file or a bank that does not exist, suggesting similar names, instead of creating it; `file`:
   * only the file. Default: false.
   */
  readonly mustExist?: boolean | 'file';
  /**
   * Where the banks live instead of a file: the address of a PostgreSQL server
   * (`postgres://user@host/database`; the package `pg` must be installed), or any store with the five parts
   * of the port. Closing the memory closes it.
   */
  readonly store?: Store | string;
  /** Time, for tests and replays: `now`, and `ticks` where durations are to be replayed, too. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'> & Partial<Clock>;
  /** Randomness, for tests and replays. Default: the system's. */
  readonly random?: Random;
  /** How to wait between two tries at a model's server, for tests and replays. Default: by waiting. */
  readonly wait?: Wait;
  /** Notified of what is done and how long it takes, in addition to the built-in metrics; never content. */
  readonly observers?: readonly Observer[];
  /** Receives the lines of the log. Default: standard error. */
  readonly logTo?: (line: string) => void;
  /** A learned fusion other than the shipped one. */
  readonly model?: FusionModel;
  /** Fitted probabilities other than the shipped ones, as `mneme bench fit-certainty` writes them. */
  readonly certainty?: CertaintyModel;
  /** A learned fusion for memories that are code, other than the shipped one. */
  readonly codeModel?: FusionModel;
  /**
   * Who reads what is remembered into notes: a command (`claude -p`), as one line or as words, or a reader of
   * the caller's own. Default: the language model, if one is configured.
   */
  readonly reader?: ConfigInput['reader'] | Reader;
  /** Modules in addition to the shipped ones. Throws `invalid_input` if one registers a name that is taken. */
  readonly modules?: readonly CapabilityModule[];
}

/**
 * Opens a memory: one file, created if new, and a bank in it. Nothing is downloaded and no key is needed,
 * unless a learned model is configured. Throws `invalid_input` for bad options, `not_found` for what
 * `mustExist` and does not, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export async function openMemory(options: OpenOptions = {}): Promise<Mneme> {
  const { clock, modules } = givenParts(options);
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
  const observing = await openObservers(config, observers, logTo, clock);
  const { store, codes, place } = await openStore(config, given, mustExist);
  const words = wordReaders();
  const models = await openModels(config, store, { clock, random, wait });
  const others = openOthers(place);
  const [reader, code] = readCode(words.stemmer);
  codes.know([words.encoder, models.embedder], [words.causal, others.pictures.space, code]);
  const vectors = openVectors(config);
  const readOnly = store.readOnly || config.readOnly;
  const core = new OpenFile({
    store: withoutExpired(keepInHand({ store, clock, ...others }, place), clock, readOnly),
    clock,
    ...words,
    ...ASKED_BY_RECALL,
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
    ...openSecrets(config),
    ...observing,
    readOnly,
    later: (task) => void setTimeout(task, NOTING_DELAY).unref(),
    cacheCapacity: config.cacheCapacity,
    bankBytes: config.bankMemory === 0 ? null : config.bankMemory * MEGABYTE,
    actor: config.actor,
    describe: {
      file: place,
      store: store.kind,
      get 'vector index'() {
        return vectors.describe();
      },
      encoder: models.embedder?.id ?? words.encoder.id,
      pictures: `${others.pictures.reader.name}, ${others.pictures.encoder.id}`,
      fusion: model.fittedOn,
      embedder: 'none configured',
      reranker: 'none configured',
      get code() {
        return reader.describe;
      },
      'language model': 'none configured',
    },
  });
  // Opening the file alone creates no bank in it.
  const memory = await openBank(core, config, mustExist !== 'file');
  return observed(memory, { observer: observing.observer, ticks: () => clock.ticks() });
}

/** What no schema checks, once it is what it must be. Throws `invalid_input`. */
function givenParts(options: OpenOptions): {
  readonly clock: Clock;
  readonly modules: readonly CapabilityModule[];
} {
  // A file's path alone would open the usual memory without a word.
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
  const modules = [...MODULES, ...(added ?? [])];
  checkModules(modules);
  const clock = wholeClock(toldBy, systemClock);
  return { clock, modules };
}

const openVectors = ({ graphThreshold }: Config): VectorIndexes =>
  new VectorIndexes({
    threshold: graphThreshold,
    later: (task) => void setTimeout(task, BACKGROUND_PAUSE).unref(),
  });

/** A handle on a bank, checked if it must exist; what was opened for it is closed if it does not. */
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
 * Reads and writes files other than the memory, which must never be opened as one of them: closing it would
 * release the locks that tell who has it open.
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
  { log, slowMs, traces }: Config,
  others: readonly Observer[],
  write: (line: string) => void,
  clock: Clock,
): Promise<Pick<EngineParts, 'observer' | 'metrics'>> {
  const metrics = createMemoryMetrics(() => clock.ticks());
  const now = (): number => clock.now();
  const telemetry = traces ? await loadOpenTelemetry() : null;
  const observers = [
    ...(telemetry === null ? [] : [createTraces(telemetry, now)]),
    metrics,
    ...(log === 'off' ? [] : [createLogLines({ level: log, slowMs, write, now })]),
    ...others,
  ];
  return { metrics, observer: observeBy(observers) };
}

/** Number of cached text vectors per process. */
const KEPT_VECTORS = 2_000;

/**
 * The configured learned models. Throws `unavailable` for an embedder with unknown dimensions while it is
 * unavailable.
 */
async function openModels(
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
