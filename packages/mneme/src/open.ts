import { assertNotOpenHere } from '@mneme/core/adapters/store/sqlite/file-identity.js';
import { openMemoryStore } from '@mneme/core/adapters/store/sqlite/sqlite-store.js';
import { didYouMean } from '@mneme/core/language/string-similarity.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { MODULES, proceduresFor } from './modules.js';
import { openWith, type OpenOptions } from '@mneme/core/open-with.js';
import { assertFileThere, type OpenServer } from '@mneme/core/open-store.js';
import type { Store } from '@mneme/core/ports/store.js';

export type { OpenOptions, Store };
export { assertFileThere, assertNotOpenHere, didYouMean, openMemoryStore };

/** Loads the driver of a database server on demand. */
export const openServer: OpenServer = async (options) => {
  const { openPostgresStore } = await import('@mneme/postgres/postgres-store.js');
  return openPostgresStore(options);
};

/**
 * Opens a memory: one file, created if new, and a bank in it. Nothing is downloaded and no key is needed, unless a
 * learned model is configured. Throws `invalid_input` for bad options, `not_found` where `mustExist` is set and it
 * does not exist, `not_a_bank`, `newer_version`, `locked`, `read_only`, `unavailable`.
 */
export function openMemory(options: OpenOptions = {}): Promise<Mneme> {
  return openWith({ modules: MODULES, procedures: proceduresFor, openServer }, options);
}
