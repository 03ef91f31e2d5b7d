import type { ImagePixels, MediaType } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';

/** Time as a dependency: tests and replays pass their own. */
export interface Clock {
  now(): Instant;
  /** Milliseconds on a monotonic clock, for measuring durations. */
  ticks(): number;
}

/** Resolves after this many milliseconds, or as soon as the signal is aborted: tests and replays pass their own. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Randomness as a dependency: 32 uniformly distributed bits per call. */
export interface Random {
  uint32(): number;
}

/** One request to an external server. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit in milliseconds, from the DNS look-up to the end of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Its outcome: an HTTP status, or the reason why there is none, which names neither address nor answer. */
export type PostOutcome =
  | { readonly status: number; readonly fault: null }
  | { readonly status: null; readonly fault: string };

/**
 * Posts to an address that a user configured. It checks each address when it connects, and refuses those that the
 * configuration does not allow; follows no redirect; reads at most a limited answer. Never throws.
 */
export type Post = (request: PostRequest) => Promise<PostOutcome>;

/** Addresses that such requests may reach: the internet; also this machine; also private networks. */
const REACHES = ['public', 'loopback', 'private'] as const;
export type Reach = (typeof REACHES)[number];

/** A file that is read in pieces. */
export interface OpenedFileBytes {
  readonly bytes: number;
  /** Last modification: epoch milliseconds. */
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that appears, complete, only when it is finished. */
export interface NewFile {
  write(piece: Uint8Array): Promise<void>;
  /** Makes it durable and gives it its name; a file of that name is replaced atomically. */
  finish(): Promise<void>;
  /** Removes everything written. Safe after a failure. */
  abandon(): Promise<void>;
}

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  /** The path as given, and after following links. */
  readonly place: string;
  readonly real: string;
  /** `none` for a broken link, and anything that is neither file nor folder. */
  readonly kind: 'file' | 'folder' | 'none';
}

/**
 * Files that people name, other than the memory itself: exports and backups. Errors: `not_found`, `invalid_input`,
 * `conflict` if the file exists, `disk_full`, `read_only`.
 */
export interface Files {
  open(path: string): Promise<OpenedFileBytes>;
  /** The entries of a folder by name, or the folder itself; null if the path is no folder. */
  list(path: string, what?: 'itself'): Promise<readonly FolderEntry[] | null>;
  /** Refuses a path that exists, unless `overwrite` is given. Only the owner may read the file. */
  create(path: string, options?: { readonly overwrite?: boolean }): Promise<NewFile>;
  /** Throws what {@link create} throws for a path that exists. */
  assertFree(path: string, options?: { readonly overwrite?: boolean }): Promise<void>;
  /** Renames a complete file within its folder; atomically replaces a file of that name, or the target of a link. */
  adopt(from: string, path: string): Promise<void>;
  /** An unused path in the same folder, after links; removes this file's leftovers of processes that were killed. */
  beside(path: string): string;
  remove(path: string): Promise<void>;
  /**
   * Replaces a file that others edit, atomically: false, and nothing changed, unless it still says `expected` (null:
   * there is none). With `text` null it is removed. Folders are created.
   */
  exchange(path: string, text: string | null, expected: string | null): Promise<boolean>;
  /** Removes from a folder what killed processes of this machine left unfinished in it. */
  sweep(folder: string): Promise<void>;
  /** A lock that ends with its process; null while another has it. */
  lock(path: string): Promise<{ release(): Promise<void> } | null>;
}

/** A way in which other users of this machine can access a memory. */
export interface Exposure {
  readonly what: string;
  readonly mend: string;
  /** They can read or replace its contents, not only see that it exists. */
  readonly grave: boolean;
}

/** The same files as used by one memory, plus the memory's own files. */
export interface MemoryFiles extends Files {
  exposures(): Promise<readonly Exposure[]>;
  /** Restricts the memory's own files to their owner. Returns those that could not be, in words. */
  closeToOthers(): Promise<readonly string[]>;
}

/** A text to import, read in pieces. */
export interface OpenedText {
  /** Its length in bytes, for progress. */
  readonly bytes: number;
  /** Last modification in epoch milliseconds, for text that states no time itself. */
  readonly modifiedAt: number;
  /** The text decoded as UTF-8, in pieces of any size. */
  readonly chunks: AsyncIterable<string>;
}

/** Opens a text by its path. Errors: `not_found`, `invalid_input` for a folder. */
export type OpenText = (path: string) => Promise<OpenedText>;

/** The longest side of the pixels that a reader returns. */
export const LONGEST_SIDE = 256;

export interface DecodedImage {
  readonly mediaType: MediaType;
  /** Size of the picture itself, with the camera's rotation undone. */
  readonly width: number;
  readonly height: number;
  /**
   * Scaled down to {@link LONGEST_SIDE}, never up; in sRGB, with transparency over white. The first frame of an
   * animation.
   */
  readonly pixels: ImagePixels;
}

export interface OpenedImage {
  readonly bytes: Uint8Array;
  /** The absolute path, so that the reference holds from any folder. */
  readonly path: string;
}

/**
 * Decodes files and bytes into pixels. Errors: `not_found` for a missing file; `invalid_input` if it is not a
 * picture, damaged or too large; `unavailable`, with the command that fixes it, if no decoder is installed.
 */
export interface ImageReader {
  /** The decoder's name, for `doctor`. */
  readonly name: string;
  open(path: string): Promise<OpenedImage>;
  decode(bytes: Uint8Array): Promise<DecodedImage>;
}
