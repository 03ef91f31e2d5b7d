import type { FitsSpace, Store } from '../../../ports/store.js';
import { Opened } from './opened.js';
import { accessPart } from './parts/access.js';
import { carePart } from './parts/care.js';
import { derivedPart } from './parts/derived.js';
import { journalPart } from './parts/journal.js';
import { recordsPart } from './parts/records.js';
import { createSearch } from './search.js';

export interface MemoryStoreOptions {
  /** Tells codes that an import brings and that no encoder can have made. Default: all are taken as they are. */
  readonly fitsSpace?: FitsSpace;
}

/**
 * A store that lives in this process and keeps nothing: every guarantee of the port but durability. For tests, for scratch banks, and
 * as the shortest example of what a store has to do.
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
