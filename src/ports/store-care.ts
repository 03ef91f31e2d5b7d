import { z } from 'zod';
import type { BackupManifest, CopyOptions } from '../domain/backup.js';
import type { EdgeFamily } from '../domain/graph.js';
import type { BankName } from '../domain/ids.js';
import type { BankExport, BankLoader, PortableBank, PortableRecord } from '../domain/portable.js';
import type { Instant } from '../domain/time.js';
import type { Of, SchemaOf } from '../domain/schema.js';

/** Bytes that are looked for in a file. */
export interface ByteNeedle {
  readonly bytes: Uint8Array;
  /** The text that they are in UTF-8; null for another encoding. */
  readonly text: string | null;
  /** Only as a word of its own is it meant. */
  readonly word: boolean;
}

export interface ByteTraces {
  /** Bytes looked through. */
  readonly searched: number;
  readonly found: number;
  /** Finds inside a longer word of a text that is rightly there, or inside vectors and word lists. */
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
  /** Bytes of the whole file, all banks. */
  readonly bytes: number;
}

const problemShape = z.strictObject({
  what: z.string(),
  mend: z.string(),
});
export interface Problem extends Of<typeof problemShape> {}
export const Problem: SchemaOf<Problem, typeof problemShape> = problemShape;

/**
 * File care: what keeps a store whole, checked, copied, handed over, written anew. What makes no sense for a store is refused with
 * `unavailable`: one that keeps no file cannot copy it.
 */
export interface StoreCare {
  counts(bank: BankName): Promise<StoreCounts>;
  /** What was met of a bank, while it was read, that cannot be read; in words. What could be read was served. */
  unreadable(bank: BankName): Promise<readonly string[]>;
  /** Looks for damage: page checksums, cells that cannot be read, orphans, a full-text index that disagrees with the memories. */
  check(): Promise<readonly Problem[]>;
  /**
   * Copies everything, as it is at this moment, into a new file while others write, with checksums of all of it inside. `path`
   * must be free. Stopped or failed, it leaves nothing. Errors: `interrupted`, `disk_full`.
   */
  copyTo(path: string, at: Instant, options?: CopyOptions): Promise<BackupManifest>;
  /** A bank as it is at this moment, record by record, while others write. */
  exportBank(bank: BankName): Promise<BankExport>;
  /** Takes an exported bank in: nothing of it shows before it is whole. Throws `conflict` for a bank in which there is something. */
  loadBank(bank: BankName, head: PortableBank): Promise<BankLoader>;
  /** Takes a bank away with all that is kept of it, its name free again; false where there is none. */
  dropBank(bank: BankName): Promise<boolean>;
  /** How many of these records the bank lacks; those that have no name of their own are not counted. */
  missing(bank: BankName, records: readonly PortableRecord[]): Promise<number>;
  /**
   * Finishes erasures: writes everything anew, so that nothing of what they deleted is left in free space or logs. False when
   * another process still reads an older state, whose log must stay; then, and when it throws, it is to be done again.
   */
  scrub(waitMs: number): Promise<boolean>;
  /** Since when an erasure of this bank waits to be finished by {@link scrub}; null for none. */
  unfinishedErasure(bank: BankName): Promise<Instant | null>;
  /** Looks through the bytes of all that the store keeps on disk. */
  findBytes(needles: readonly ByteNeedle[]): Promise<ByteTraces>;
  /**
   * Sets rows aside that cannot be read, or name what is not there, and puts right what can be told of them, or takes them out. What was
   * done, in words.
   */
  mend(): Promise<readonly string[]>;
  /** Rebuilds the store's own indexes and gives free pages back. */
  rebuild(): Promise<void>;
  /**
   * What became of the file while it was open (removed, replaced), in words; null while it stands where it was opened. From then on
   * writes are refused with `unavailable`; what is in hand is read, copied and exported on.
   */
  displaced(): Promise<string | null>;
}
