import type { StoreAccess } from './store-access.js';
import type { StoreCare } from './store-care.js';
import type { StoreDerived } from './store-derived.js';
import type { StoreJournal } from './store-journal.js';
import type { StoreRecords } from './store-records.js';
import type { StoreSearch } from './store-search.js';

export type { CommitOptions } from './store-journal.js';
export type {
  ConflictQuery,
  Filter,
  JournalQuery,
  LearnedQuery,
  Page,
  SealedQuery,
  VoteQuery,
} from './store-queries.js';
export type { FitsSpace, IndexRow, SnapshotHead } from './store-derived.js';

/**
 * Where banks live, in five parts: records and journal, search, derived data, file care, access.
 * Asynchronous and in domain terms; no caller knows how anything is stored. Errors: `not_found` for an
 * unknown bank, `conflict`, `locked`, `read_only`, `disk_full`, `corrupt`, `unavailable`, `closed`. A
 * failed commit leaves nothing behind.
 */
export interface Store extends StoreJournal, StoreRecords, StoreDerived, StoreCare, StoreAccess {
  /** Its kind, for `doctor` and messages: `SQLite by better-sqlite3`. */
  readonly kind: string;
  /** The file that holds everything; null for a store without one. */
  readonly file: string | null;
  readonly readOnly: boolean;
  /** Memories of a bank from which on a snapshot of its index is worth writing. Default: 5,000, below which a file is read in a blink. */
  readonly snapshotFrom?: number;
  readonly search: StoreSearch;
  /** Releases everything it holds open; every later call fails with `closed`. Safe to call twice. */
  close(): Promise<void>;
}
