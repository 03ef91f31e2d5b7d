import { z } from 'zod';
import type { ApiKey, Reply } from '../domain/access.js';
import type { Change } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { EdgeFamily } from '../domain/graph.js';
import type { BankName } from '../domain/ids.js';
import type {
  BackupManifest,
  BankExport,
  BankLoader,
  CopyOptions,
  PortableBank,
  PortableRecord,
} from '../domain/import-export.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import type { Instant } from '../domain/time.js';
import type { StoreDerived } from './store-derived.js';
import type { CommitOptions, StoreJournal, StoreRecords, StoreSearch } from './store-records.js';

export type { CommitOptions } from './store-records.js';
export type {
  ConflictQuery,
  Filter,
  JournalQuery,
  LearnedQuery,
  Page,
  SealedQuery,
  VoteQuery,
} from './store-records.js';
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
  beginSnapshot: true,
  putSnapshotPart: true,
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

/** Bytes to look for in a file. */
export interface ByteNeedle {
  readonly bytes: Uint8Array;
  /** The text they encode in UTF-8; null for another encoding. */
  readonly text: string | null;
  /** Match whole words only. */
  readonly word: boolean;
}

export interface ByteTraces {
  /** Bytes searched. */
  readonly searched: number;
  readonly found: number;
  /** Matches inside a longer word of a legitimate text, or inside vectors and word lists. */
  readonly partsOfOthers: number;
}

export interface StoreCounts {
  readonly memories: number;
  readonly retracted: number;
  readonly entities: number;
  readonly contexts: number;
  readonly sessions: number;
  readonly edges: Readonly<Record<EdgeFamily, number>>;
  readonly changes: number;
  /** Size of the whole file, all banks. */
  readonly bytes: number;
}

const problemShape = z.strictObject({
  what: z.string(),
  mend: z.string(),
});
export interface Problem extends Of<typeof problemShape> {}
export const Problem: SchemaOf<Problem, typeof problemShape> = problemShape;

/**
 * Maintenance of the store: integrity, backup, export, import, rewriting. What does not apply to a store throws
 * `unavailable`: for example, a store without a file cannot copy it.
 */
export interface StoreCare {
  counts(bank: BankName): Promise<StoreCounts>;
  /** Parts of a bank that could not be read so far, in words. What could be read was served. */
  unreadable(bank: BankName): Promise<readonly string[]>;
  /**
   * Looks for damage: page checksums, unreadable cells, orphans, a full-text index that disagrees with the memories.
   */
  check(): Promise<readonly Problem[]>;
  /**
   * Copies a consistent snapshot of everything into a new file while others write, with checksums of all of it.
   * `path` must not exist. Leaves nothing when stopped or failed. Errors: `interrupted`, `disk_full`.
   */
  copyTo(path: string, at: Instant, options?: CopyOptions): Promise<BackupManifest>;
  /** A consistent snapshot of a bank, record by record, while others write. */
  exportBank(bank: BankName): Promise<BankExport>;
  /** Imports an exported bank; nothing of it is visible before it is complete. Throws `conflict` for a bank that is not empty. */
  loadBank(bank: BankName, head: PortableBank): Promise<BankLoader>;
  /**
   * Creates the bank of `change` as a copy of another bank and applies the change to it, in one transaction: records,
   * journal, vectors, usage, and the snapshot of its index. Returns the number of the change. Throws `conflict` if
   * the new bank is not empty or the other one has changed since `expectedSequence`; `not_found`.
   */
  forkBank(bank: BankName, change: Change, options?: CommitOptions): Promise<number>;
  /** Deletes a bank with all its data, and frees its name; false if there is none. */
  dropBank(bank: BankName): Promise<boolean>;
  /** How many of these records the bank lacks; records without an id are not counted. */
  missing(bank: BankName, records: readonly PortableRecord[]): Promise<number>;
  /**
   * Finishes erasures: rewrites everything, so that no deleted data remains in free space or logs. False while
   * another process reads an older state, whose log must stay. Call it again then, and when it throws.
   */
  scrub(waitMs: number): Promise<boolean>;
  /** When the oldest erasure of this bank was made that still needs {@link scrub}; null for none. */
  unfinishedErasure(bank: BankName): Promise<Instant | null>;
  /** Searches the bytes of everything that the store has on disk. */
  findBytes(needles: readonly ByteNeedle[]): Promise<ByteTraces>;
  /**
   * Repairs rows that cannot be read, or that refer to missing ones, where their content can be determined; removes
   * the others. Returns what was done, in words.
   */
  mend(): Promise<readonly string[]>;
  /** Rebuilds the store's own indexes and frees unused pages. */
  rebuild(): Promise<void>;
  /**
   * What happened to the file while it was open (removed, replaced), in words; null if it is still in place.
   * Afterwards writes throw `unavailable`; reading, copying and exporting still work.
   */
  displaced(): Promise<string | null>;
}

/** Access data: what a server needs in addition to its banks. It belongs to the whole store, and is not journaled. */
export interface StoreAccess {
  /** The keys a server accepts, including revoked ones, in order of creation. */
  apiKeys(): Promise<readonly ApiKey[]>;
  apiKey(id: string): Promise<ApiKey | null>;
  /** Whether a key was ever created: from then on a server requires one. */
  hasApiKeys(): Promise<boolean>;
  /** Adds the key, or replaces the one with its id. */
  putApiKey(key: ApiKey): Promise<void>;
  /** A server's stored answer to the request with this idempotency key; null if there is none, or it was dropped. */
  reply(owner: string, key: string): Promise<Reply | null>;
  /** Stores an answer, and drops those from before `since`. */
  keepReply(reply: Reply, since: Instant): Promise<void>;
}
