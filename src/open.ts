import { assertNotOpenHere } from './adapters/store/sqlite/own-handle.js';
import { openMemoryStore } from './adapters/store/sqlite/sqlite-store.js';
import { didYouMean } from './language/near-names.js';
import type { Mneme } from './mneme.js';
import { MODULES, proceduresFor } from './modules/index.js';
import { openWith, type OpenOptions } from './open-with.js';
import { assertFileThere, type OpenServer } from './open-store.js';
import type { Store } from './ports/store.js';

export type { OpenOptions, Store };
export { assertFileThere, assertNotOpenHere, didYouMean, openMemoryStore };

/** Loads the driver of a database server when it is asked for. */
export const openServer: OpenServer = async (options) => {
  const { openPostgresStore } = await import('./adapters/store/postgres/postgres-store.js');
  return openPostgresStore(options);
};

/**
 * Opens a memory: one file, created if new, and a bank in it. Nothing is downloaded and no key is needed,
 * unless a learned model is configured. Throws `invalid_input` for bad options, `not_found` for what
 * `mustExist` and does not, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export function openMemory(options: OpenOptions = {}): Promise<Mneme> {
  return openWith({ modules: MODULES, procedures: proceduresFor, openServer }, options);
}
