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
