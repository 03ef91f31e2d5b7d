import type { Instant } from './time.js';

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
