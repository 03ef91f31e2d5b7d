import { VectorIndexes } from './adapters/index/adaptive/vector-indexes.js';
import { openFileText } from './adapters/system/file-text.js';
import { systemClock } from './adapters/system/system-clock.js';
import { createSystemRandom } from './adapters/system/system-random.js';
import { openSqliteStore } from './adapters/store/sqlite/sqlite-store.js';
import { readConfig, type ConfigInput } from './config/config.js';
import { makeId } from './domain/make-id.js';
import { Mneme } from './engine.js';
import { EngineCore } from './engine/core.js';
import { createRelatives } from './language/lexicon/relatives.js';
import { createStemmer } from './language/stem.js';
import type { Clock } from './ports/clock.js';
import type { Random } from './ports/random.js';
import { SHIPPED_MODEL } from './recall/ranking/shipped-model.js';
import type { FusionModel } from './recall/ranking/fusion-model.js';
import { createSemanticEncoder } from './spaces/e01-semantic.js';
import { createCausalSpace } from './spaces/e05-causal.js';

/** Milliseconds between two steps of work in the background, so that no call waits for more than one. */
const BACKGROUND_PAUSE = 5;

export interface OpenOptions extends ConfigInput {
  /** Time, for tests and replays. Default: the system's. */
  readonly clock?: Clock;
  /** Randomness, for tests and replays. Default: the system's. */
  readonly random?: Random;
  /** Another learned fusion than the shipped one. */
  readonly model?: FusionModel;
}

/**
 * Opens a memory: one file, founded when it is new, and a bank in it. Nothing is fetched, no key is needed.
 * Throws `invalid_input` for bad options, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export async function openMemory(options: OpenOptions = {}): Promise<Mneme> {
  const { clock = systemClock, random = createSystemRandom(), model = SHIPPED_MODEL, ...configured } = options;
  const config = readConfig(configured);
  const store = openSqliteStore({ path: config.file, readOnly: config.readOnly });
  const stemmer = createStemmer();
  const encoder = createSemanticEncoder(stemmer);
  const vectors = new VectorIndexes(encoder.dimensions, {
    threshold: config.graphThreshold,
    later: (task) => void setTimeout(task, BACKGROUND_PAUSE).unref(),
  });
  const core = new EngineCore({
    store,
    clock,
    encoder,
    causal: createCausalSpace(stemmer),
    stemmer,
    relatives: createRelatives(stemmer),
    model,
    newId: (prefix) => makeId(prefix, () => random.uint32()),
    createVectors: () => vectors.create(),
    openText: openFileText,
    readOnly: config.readOnly,
    cacheCapacity: config.cacheCapacity,
    actor: config.actor,
    describe: {
      file: store.path,
      sqlite: store.driver,
      get 'vector index'() {
        return vectors.describe();
      },
      encoder: encoder.id,
      fusion: model.fittedOn,
      'language model': 'none configured',
    },
  });
  const memory = new Mneme(core, config.bank);
  try {
    await memory.bank(config.bank).list({ limit: 1 });
    return memory;
  } catch (error) {
    await core.close();
    throw error;
  }
}
