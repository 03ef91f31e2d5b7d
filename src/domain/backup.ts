import type { Instant } from './time.js';

/** One table of a backup: how many rows, and the SHA-256 of them all in order of their key, in hexadecimal. */
export interface BackedUpTable {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

/** What a backup says of itself, written into it when it is made. */
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

/** What looking at a backup found. */
export interface BackupVerdict {
  readonly path: string;
  readonly encrypted: boolean;
  /** Whether every row of every table is as it was when the backup was made. */
  readonly whole: boolean;
  readonly problems: readonly string[];
  /** Null where it cannot be read. */
  readonly manifest: BackupManifest | null;
}

export interface BackupOptions {
  /** Replaces a file that is there, once the new one is whole. */
  readonly overwrite?: boolean;
  /** Seals it under the configured passphrase, without which nobody can read it. */
  readonly encrypt?: boolean;
  /** Stops; nothing is left behind. */
  readonly signal?: AbortSignal;
  /** Parts of the work done and in all; their unit changes with the stage. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** How far a copy is. */
export interface CopyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}
