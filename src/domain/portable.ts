/** A value of JSON. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What a bank is made of, in the order in which an export tells it: what others name comes before them. */
export const PORTABLE_TYPES = [
  'change',
  'session',
  'context',
  'entity',
  'goal',
  'memory',
  'claim',
  'edge',
  'conflict',
  'vote',
  'learned',
  'before',
  'removed',
  'purposeSample',
  'workingMemory',
  'sealed',
  'recall',
] as const;
export type PortableType = (typeof PORTABLE_TYPES)[number];

/** One record of a bank as an export carries it: its type, and its fields by the names that docs/export.md lists. */
export interface PortableRecord {
  readonly type: PortableType;
  readonly [field: string]: Json;
}

/** What an export says of its bank. */
export interface PortableBank {
  readonly name: string;
  readonly createdAt: number;
  readonly encoder: string;
  /** The number of its last change. */
  readonly sequence: number;
  readonly settings: { readonly [name: string]: Json };
}

/** One bank at one moment. */
export interface BankExport {
  readonly bank: PortableBank;
  readonly fileVersion: number;
  readonly counts: Readonly<Record<PortableType, number>>;
  /** In order of {@link PORTABLE_TYPES}, page by page; to be read to its end, or returned. */
  readonly records: AsyncGenerator<readonly PortableRecord[], void, undefined>;
}

/** Why a record was not taken in. */
export interface RefusedRecord {
  /** Its place in the page. */
  readonly at: number;
  readonly message: string;
}

/** Who put an exported bank back. */
export interface ImportedBy {
  readonly actor: string;
  readonly at: number;
}

/** A bank that is being taken in; nobody sees it before it is finished. */
export interface BankLoader {
  /** Those that were refused; the others are in. */
  put(records: readonly PortableRecord[]): Promise<readonly RefusedRecord[]>;
  /**
   * Makes it the bank, in one step. With `mend`, what names a record that was refused goes too; `by` is who brought it, where the journal is
   * to say so. Throws `conflict` when the bank is empty no more.
   */
  finish(options: { readonly mend: boolean; readonly by: ImportedBy | null }): Promise<void>;
  abandon(): Promise<void>;
}

export type ExportCounts = Readonly<Partial<Record<PortableType, number>>>;

export interface ExportOptions {
  /** Replaces a file that is there, once the new one is whole. */
  readonly overwrite?: boolean;
  /** Seals it under the configured passphrase. */
  readonly encrypt?: boolean;
  readonly signal?: AbortSignal;
  /** Records written, and in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ExportReport {
  readonly path: string;
  readonly bank: string;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly records: ExportCounts;
}
