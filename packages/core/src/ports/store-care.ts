import { z } from 'zod';
import type { ApiKey, Reply } from '../domain/access.js';
import type { BackupManifest, CopyOptions } from '../domain/backup.js';
import type { Change } from '../domain/change.js';
import type { EdgeFamily } from '../domain/graph.js';
import type { BankName } from '../domain/ids.js';
import type {
  BankExport,
  BankLoader,
  PortableBank,
  PortableRecord,
} from '../domain/import-export.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import type { Instant } from '../domain/time.js';
import type { CommitOptions } from './store-records.js';

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
