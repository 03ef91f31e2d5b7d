import type { FitsSpace, Store } from '../../../ports/store.js';
import { Opened } from './opened.js';
import { accessPart } from './parts/access.js';
import { carePart } from './parts/care.js';
import { derivedPart } from './parts/derived.js';
import { journalPart } from './parts/journal.js';
import { recordsPart } from './parts/records.js';
import { createSearch } from './search.js';

export interface MemoryStoreOptions {
  /** Detects codes in an import that no encoder can have made. Default: all are accepted. */
  readonly fitsSpace?: FitsSpace;
}

/**
 * A store that lives in this process and persists nothing: every guarantee of the port except durability.
 * For tests, for scratch banks, and as the shortest example of a store.
 */
export function openMemoryStore({ fitsSpace = () => true }: MemoryStoreOptions = {}): Store {
  const opened = new Opened(fitsSpace);
  return {
    kind: 'memory',
    file: null,
    readOnly: false,
    search: createSearch(opened),
    ...journalPart(opened),
    ...recordsPart(opened),
    ...derivedPart(opened),
    ...carePart(opened),
    ...accessPart(opened),
    close: async () => opened.close(),
  };
}
