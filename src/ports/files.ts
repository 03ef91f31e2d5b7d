/** A file that is read in pieces. */
export interface OpenedFileBytes {
  readonly bytes: number;
  /** When it was last changed: epoch milliseconds. */
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that is there, whole, only once it is finished. */
export interface NewFile {
  write(piece: Uint8Array): Promise<void>;
  /** Makes it durable and gives it its name; what had that name is replaced in one step. */
  finish(): Promise<void>;
  /** Leaves nothing behind. Safe after a failure. */
  abandon(): Promise<void>;
}

/** What stands in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** Where it is reached, and where it lies once links are followed. */
  readonly place: string;
  readonly real: string;
  /** None for a link that leads nowhere, and for what is neither file nor folder. */
  readonly kind: 'file' | 'folder' | 'none';
}

/** The files beside a memory that people name: exports and backups. Errors: `not_found`, `invalid_input`, `conflict` for a file that is there, `disk_full`, `read_only`. */
export interface Files {
  open(path: string): Promise<OpenedFileBytes>;
  /** What stands in a folder, by name, or the folder itself alone; null for what is no folder. */
  list(path: string, what?: 'itself'): Promise<readonly FolderEntry[] | null>;
  /** Refuses a path where something is, unless `overwrite` is given. Only its owner may read it. */
  create(path: string, options?: { readonly overwrite?: boolean }): Promise<NewFile>;
  /** Throws what {@link create} throws for a path where something is. */
  assertFree(path: string, options?: { readonly overwrite?: boolean }): Promise<void>;
  /** Gives a file that is whole, and lies in the same folder, its name; what had that name is replaced in one step. */
  adopt(from: string, path: string): Promise<void>;
  /** A path in the same folder that nothing has. */
  beside(path: string): string;
  remove(path: string): Promise<void>;
}

/** A way in which others on this machine can get at a memory. */
export interface Exposure {
  readonly what: string;
  readonly mend: string;
  /** They can read or replace what is in it, not only see that it is there. */
  readonly grave: boolean;
}

/** The same, as one memory uses them, and its own files. */
export interface MemoryFiles extends Files {
  exposures(): Promise<readonly Exposure[]>;
  /** Makes the memory's own files its owner's alone. Tells, in words, which were not. */
  closeToOthers(): Promise<readonly string[]>;
}
