import { createExactIndex } from './adapters/index/exact/exact-index.js';
import { openFileText } from './adapters/system/file-text.js';
import { systemClock } from './adapters/system/system-clock.js';
import { createSystemRandom } from './adapters/system/system-random.js';
import { openSqliteStore } from './adapters/store/sqlite/sqlite-store.js';
import { readConfig, type ConfigInput } from './config/config.js';
import { makeId } from './domain/make-id.js';
import { Mneme } from './engine.js';
import { EngineCore } from './engine/core.js';
import { createRelatives } from './language/lexicon/relatives.js';
import { CodeReader } from './language/code/code-reader.js';
import { createStemmer } from './language/stem.js';
import type { Clock } from './ports/clock.js';
import type { Random } from './ports/random.js';
import { SHIPPED_CODE_MODEL } from './recall/ranking/shipped-code-model.js';
import { SHIPPED_MODEL } from './recall/ranking/shipped-model.js';
import type { FusionModel } from './recall/ranking/fusion-model.js';
import { createCodeSpace } from './spaces/e07-code.js';
import { createSemanticEncoder } from './spaces/e01-semantic.js';
import { createCausalSpace } from './spaces/e05-causal.js';

export interface OpenOptions extends ConfigInput {
  /** Time, for tests and replays. Default: the system's. */
  readonly clock?: Clock;
  /** Randomness, for tests and replays. Default: the system's. */
  readonly random?: Random;
  /** Another learned fusion than the shipped one. */
  readonly model?: FusionModel;
  /** Another learned fusion for memories that are code. */
  readonly codeModel?: FusionModel;
}

/**
 * Opens a memory: one file, founded when it is new, and a bank in it. Nothing is fetched, no key is needed.
 * Throws `invalid_input` for bad options, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export async function openMemory(options: OpenOptions = {}): Promise<Mneme> {
  const { clock = systemClock, random = createSystemRandom(), model = SHIPPED_MODEL, codeModel = SHIPPED_CODE_MODEL, ...configured } = options;
  const config = readConfig(configured);
  const store = openSqliteStore({ path: config.file, readOnly: config.readOnly });
  const stemmer = createStemmer();
  const encoder = createSemanticEncoder(stemmer);
  const reader = new CodeReader(stemmer);
  const core = new EngineCore({
    store,
    clock,
    encoder,
    causal: createCausalSpace(stemmer),
    stemmer,
    relatives: createRelatives(stemmer),
    model,
    code: createCodeSpace(reader, stemmer),
    codeModel,
    readyForCode: (text) => reader.ready(text),
    newId: (prefix) => makeId(prefix, () => random.uint32()),
    createVectors: () => createExactIndex(encoder.dimensions),
    openText: openFileText,
    readOnly: config.readOnly,
    cacheCapacity: config.cacheCapacity,
    actor: config.actor,
    describe: {
      file: store.path,
      sqlite: store.driver,
      'vector index': createExactIndex(encoder.dimensions).kernel,
      encoder: encoder.id,
      fusion: model.fittedOn,
      get code() {
        return reader.describe;
      },
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
