import type { Screen } from '../format/style.js';

/** Where the program reads and writes: the process's own, or a test's. */
export interface Terminal {
  readonly screen: Screen;
  readonly interactive: boolean;
  out(text: string): void;
  /** What is piped in, as it comes. */
  piped(): AsyncIterable<string>;
}
