import type { ImportFormat, ReaderName } from '../../domain/import-format.js';
import type { MnemeError } from '../../domain/errors.js';
import type { RememberInput } from '../../domain/input.js';
import type { Instant } from '../../domain/time.js';

/** Where an item stands in its file. */
export interface Place {
  /** The line it starts on, from 1. A file that is one JSON value counts as one line. */
  readonly line: number;
  /**
   * UTF-8 bytes of the file that it used up, with all that was passed over since the item before it.
   * Their sum says how far the reading has come; blank text after the last item belongs to none.
   */
  readonly bytes: number;
}

/** A memory to be, valid by the schema `RememberInput`. */
export interface MemoryItem extends Place {
  readonly ok: true;
  readonly input: RememberInput;
}

/**
 * Why a well-formed entry is no memory: instructions to a model; a message without words, such as a bare tool call; what a tool
 * printed; a client's own records; an answer that was asked for anew; what a program says of itself; a picture, a recording or a file
 * of which the export holds no text.
 */
export const SKIP_REASONS = [
  'system prompt',
  'no text',
  'tool output',
  'bookkeeping',
  'other branch',
  'notice',
  'attachment',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedItem extends Place {
  readonly ok: true;
  readonly skipped: SkipReason;
}

/** An entry that cannot be read. The reading goes on behind it. */
export interface MalformedItem extends Place {
  readonly ok: false;
  /** `malformed_import`: the place, what was wrong there, the value shortened, and the mend. */
  readonly error: MnemeError;
}

/** One entry of an imported file. Tell the first two apart by `'skipped' in item`. */
export type ImportItem = MemoryItem | SkippedItem | MalformedItem;

export interface ReadOptions {
  /** The file or feed, as the memories' provenance names it; of a longer one its last 200 characters are kept. */
  readonly origin: string;
  /** When it was said, where the text states no time. */
  readonly fallbackTime: Instant;
  /** The one sample to read of a data set that holds several. Default: all. Other formats ignore it. */
  readonly sample?: string | undefined;
  /** Names of people by the ids that the files have for them, where a folder says them once. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** Turns the text of a file into memory inputs. Pure: the caller opens the file and hands over its decoded text. */
export interface ImportReader<Name extends ImportFormat = ReaderName> {
  readonly name: Name;
  /** One sentence for a person who has to choose. */
  readonly describes: string;
  /** File name endings of its format, lower case with the dot. */
  readonly extensions: readonly string[];
  /** Whether a file that starts with `head` is likely one of its format. */
  looksLike(path: string, head: string): boolean;
  /** Chunks may be cut anywhere. Rejects only when `chunks` does: what cannot be read becomes an item. */
  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem>;
}
