import { MnemeError } from '../domain/errors.js';
import type { StoreAccess, StoreCare } from './store-care.js';
import type { StoreDerived } from './store-derived.js';
import type { StoreSearch } from './store-queries.js';
import type { StoreJournal, StoreRecords } from './store-records.js';

export type { CommitOptions } from './store-records.js';
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
 * Storage of banks, in five parts: records and journal, search, derived data, file care, access. Asynchronous and in
 * domain terms: callers do not know how anything is stored. Errors: `not_found` for an unknown bank, `conflict`,
 * `locked`, `read_only`, `disk_full`, `corrupt`, `unavailable`, `closed`. A failed commit leaves nothing behind.
 */
export interface Store extends StoreJournal, StoreRecords, StoreDerived, StoreCare, StoreAccess {
  /** Its kind, for `doctor` and messages: `SQLite by better-sqlite3`. */
  readonly kind: string;
  /** The file that holds everything; null for a store without one. */
  readonly file: string | null;
  readonly readOnly: boolean;
  /** Number of memories from which a bank's index is worth a snapshot. Default: 5,000; smaller ones load fast without. */
  readonly snapshotFrom?: number;
  readonly search: StoreSearch;
  /** Releases everything it holds open; every later call fails with `closed`. Safe to call twice. */
  close(): Promise<void>;
}

/** Every call of a part; a call added to the part must be listed here, or it does not compile. */
type Calls<Part> = Readonly<Record<keyof Part, true>>;

const JOURNAL: Calls<StoreJournal> = {
  banks: true,
  bank: true,
  ensureBank: true,
  commit: true,
  since: true,
  journal: true,
  changeRecord: true,
  touchedMemories: true,
  formerEdges: true,
};

const RECORDS: Calls<StoreRecords> = {
  get: true,
  findByHash: true,
  find: true,
  expired: true,
  entities: true,
  allEntities: true,
  contexts: true,
  sessions: true,
  goals: true,
  claims: true,
  claimsOf: true,
  conflicts: true,
  votes: true,
  learned: true,
  sealed: true,
  lastSealed: true,
  neighbours: true,
  edges: true,
};

const DERIVED: Calls<StoreDerived> = {
  indexRows: true,
  codes: true,
  withoutVector: true,
  dropVectors: true,
  putDerived: true,
  snapshot: true,
  snapshotParts: true,
  putSnapshot: true,
  usage: true,
  recordUsage: true,
  recallRecord: true,
  workingMemory: true,
  reviseWorkingMemory: true,
  job: true,
  reviseJob: true,
};

const CARE: Calls<StoreCare> = {
  counts: true,
  unreadable: true,
  check: true,
  copyTo: true,
  exportBank: true,
  loadBank: true,
  forkBank: true,
  dropBank: true,
  missing: true,
  scrub: true,
  unfinishedErasure: true,
  findBytes: true,
  mend: true,
  rebuild: true,
  displaced: true,
};

const ACCESS: Calls<StoreAccess> = {
  apiKeys: true,
  apiKey: true,
  hasApiKeys: true,
  putApiKey: true,
  reply: true,
  keepReply: true,
};

const SEARCH: Calls<StoreSearch> = { lexical: true, nearest: true, between: true };

const CLOSING: Calls<Pick<Store, 'close'>> = { close: true };

/** The parts by their displayed names; calls of the search are prefixed `search.`. */
const PARTS: readonly (readonly [part: string, calls: Readonly<Record<string, true>>])[] = [
  ['records and journal', { ...JOURNAL, ...RECORDS }],
  ['derived data', DERIVED],
  ['file care', CARE],
  ['access', ACCESS],
  ['closing', CLOSING],
];

const callsOf = (calls: Readonly<Record<string, true>>): string[] => Object.keys(calls);

/** Every call of a store; those of its search are prefixed `search.`. */
export const STORE_CALLS: readonly string[] = [
  ...PARTS.flatMap(([, calls]) => callsOf(calls)),
  ...callsOf(SEARCH).map((call) => `search.${call}`),
];

/** The parts of the port that a store lacks, in words; empty for a complete one. */
function lackingOf(store: object): string[] {
  const of = (part: string, holder: object, calls: readonly string[]): string[] => {
    const lacking = calls.filter(
      (call) => typeof (holder as Readonly<Record<string, unknown>>)[call] !== 'function',
    );
    if (lacking.length === 0) return [];
    return [`${part} (${lacking.length === calls.length ? 'all of it' : lacking.join(', ')})`];
  };
  const { search } = store as Partial<Store>;
  return [
    ...PARTS.flatMap(([part, calls]) => of(part, store, callsOf(calls))),
    ...of('search', typeof search === 'object' ? search : {}, callsOf(SEARCH)),
  ];
}

/**
 * The store with each call bound to it, so that its parts can be passed on separately, whether it is a class or a
 * plain object. Throws `invalid_input` naming the parts that are missing.
 */
export function bindStore(store: Store): Store {
  const lacking =
    typeof store === 'object' && (store as unknown) !== null ? lackingOf(store) : ['everything'];
  if (lacking.length > 0)
    throw new MnemeError('invalid_input', `store: lacks ${lacking.join('; ')}.`, {
      field: 'store',
      hint: 'A store has all five parts of the port; what makes no sense for it fails with `unavailable`. See docs/stores.md.',
    });
  const bound = (holder: object, calls: readonly string[]): object =>
    Object.fromEntries(
      calls.map((call) => {
        const work = (holder as Readonly<Record<string, (...given: unknown[]) => unknown>>)[call];
        return [call, (...given: unknown[]) => work?.apply(holder, given)];
      }),
    );
  return {
    ...bound(
      store,
      PARTS.flatMap(([, calls]) => callsOf(calls)),
    ),
    search: bound(store.search, callsOf(SEARCH)),
    kind: store.kind,
    file: store.file,
    readOnly: store.readOnly,
    ...(store.snapshotFrom === undefined ? {} : { snapshotFrom: store.snapshotFrom }),
  } as Store;
}
