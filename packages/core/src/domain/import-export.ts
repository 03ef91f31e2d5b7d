import { MnemeError } from './errors.js';
import type { Instant } from './time.js';

/** A value of JSON. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The record types of a bank, in export order: referenced ones first. */
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
  'workingMemory',
  'sealed',
  'recall',
] as const;
export type PortableType = (typeof PORTABLE_TYPES)[number];

/** One record of a bank in an export: its type, and its fields by the names that docs/export.md lists. */
export interface PortableRecord {
  readonly type: PortableType;
  readonly [field: string]: Json;
}

/** What an export says about its bank. */
export interface PortableBank {
  readonly name: string;
  readonly createdAt: number;
  readonly encoder: string;
  /** The number of its last change. */
  readonly sequence: number;
  readonly settings: { readonly [name: string]: Json };
}

/** A snapshot of one bank. */
export interface BankExport {
  readonly bank: PortableBank;
  readonly fileVersion: number;
  readonly counts: Readonly<Record<PortableType, number>>;
  /** In order of {@link PORTABLE_TYPES}, page by page; must be read to the end, or returned. */
  readonly records: AsyncGenerator<readonly PortableRecord[], void, undefined>;
}

/** Why a record was refused. */
export interface RefusedRecord {
  /** Its index in the page. */
  readonly at: number;
  readonly message: string;
}

/** Who restored an exported bank. */
export interface ImportedBy {
  readonly actor: string;
  readonly at: number;
}

/** A bank being imported; invisible until finished. */
export interface BankLoader {
  /** Returns those that were refused; the others are stored. */
  put(records: readonly PortableRecord[]): Promise<readonly RefusedRecord[]>;
  /**
   * Commits it as the bank, atomically. With `mend`, records that refer to a refused one are dropped too; `by` is
   * written to the journal if given. Throws `conflict` if the bank is no longer empty.
   */
  finish(options: { readonly mend: boolean; readonly by: ImportedBy | null }): Promise<void>;
  abandon(): Promise<void>;
}

export type ExportCounts = Readonly<Partial<Record<PortableType, number>>>;

export interface ExportOptions {
  /** Replaces an existing file once the new one is complete. */
  readonly overwrite?: boolean;
  /** Encrypts it with the configured passphrase, else the file's key. Default: whether the file is sealed. */
  readonly encrypt?: boolean;
  readonly signal?: AbortSignal;
  /** Records written, and in total. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ExportReport {
  readonly path: string;
  readonly bank: string;
  /** Number of the bank's users whose own memory is included. */
  readonly users: number;
  readonly bytes: number;
  readonly encrypted: boolean;
  /** By type, those of users included. */
  readonly records: ExportCounts;
}

/** The formats that can be imported, in the order they are tried: the most recognisable first. */
export const READER_NAMES = [
  'claude-code',
  'mcp-memory',
  'chatgpt',
  'claude-ai',
  'slack',
  'claude-mem',
  'letta',
  'zep',
  'hindsight',
  'mem0',
  'locomo',
  'longmemeval',
  'chat-json',
  'chat-jsonl',
  'mbox',
  'csv',
  'obsidian',
  'markdown',
  'whatsapp',
  'text',
] as const;
export type ReaderName = (typeof READER_NAMES)[number];

/** Everything that can be imported: text formats, and a bank's own export, which is restored as a whole. */
export const IMPORT_FORMATS = ['mneme', ...READER_NAMES] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The formats that a report may name: a folder is not the format of a file. */
export const REPORTED_FORMATS = [...IMPORT_FORMATS, 'folder'] as const;

/** One table of a backup: its row count, and the SHA-256 of all rows in key order, in hexadecimal. */
export interface BackedUpTable {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

/** A backup's description of itself, written into it when it is made. */
export interface BackupManifest {
  readonly format: 'mneme-backup-1';
  readonly madeAt: Instant;
  /** The file's schema version. */
  readonly fileVersion: number;
  readonly banks: readonly {
    readonly name: string;
    readonly sequence: number;
    readonly memories: number;
  }[];
  readonly tables: readonly BackedUpTable[];
}

export interface BackupReport {
  readonly path: string;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly manifest: BackupManifest;
}

/** The result of verifying a backup. */
export interface BackupVerdict {
  readonly path: string;
  readonly encrypted: boolean;
  /** Whether every row of every table is as it was when the backup was made. */
  readonly whole: boolean;
  readonly problems: readonly string[];
  /** Null if it cannot be read. */
  readonly manifest: BackupManifest | null;
}

export interface BackupOptions {
  /** Replaces an existing file once the new one is complete. */
  readonly overwrite?: boolean;
  /** Encrypts it with the configured passphrase; nobody can read it without. */
  readonly encrypt?: boolean;
  /** Aborts; nothing is left behind. */
  readonly signal?: AbortSignal;
  /** Work done and in total; the unit depends on the stage. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Options of a copy. */
export interface CopyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The same stream, with `close` called once: at its end, on failure, or when the consumer stops early; also if it was
 * never read, where a generator's `finally` would not run.
 */
export function closingStream<T>(
  stream: AsyncGenerator<T, void, undefined>,
  close: () => unknown,
): AsyncGenerator<T, void, undefined> {
  let closed: Promise<unknown> | null = null;
  const once = async (): Promise<void> => void (await (closed ??= Promise.resolve(close())));
  const settled = async (
    step: Promise<IteratorResult<T, void>>,
  ): Promise<IteratorResult<T, void>> => {
    try {
      const result = await step;
      if (result.done === true) await once();
      return result;
    } catch (error) {
      await once();
      throw error;
    }
  };
  const told: AsyncGenerator<T, void, undefined> = {
    next: () => settled(stream.next()),
    return: (value) => settled(stream.return(value)),
    throw: (error) => settled(stream.throw(error)),
    [Symbol.asyncIterator]: () => told,
  };
  return told;
}

/** Joins a text that arrives in chunks. */
export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return parts.join('');
}

/** The text of a file; null if there is none. Throws what opening and reading it throw. */
export async function textIfThere(
  path: string,
  openText: (path: string) => Promise<{ readonly chunks: AsyncIterable<string> }>,
): Promise<string | null> {
  try {
    return await textOf((await openText(path)).chunks);
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found') return null;
    throw error;
  }
}
