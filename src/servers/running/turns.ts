import { FairLine } from './fair-line.js';

/**
 * Turns of the event loop: what the main thread computes begins one at a time, callers in turn. Answers of threads and new requests come
 * in between, so that a caller who asks a thousand things at once keeps others waiting for one of them.
 */
export class Turns {
  readonly #waiting = new FairLine<() => void>();
  #last = 0;
  #begun = false;

  /** Resolves when it is the turn of `whose`. */
  take(whose: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(whose, String(this.#last++), resolve);
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#begun || this.#waiting.isEmpty) return;
    this.#begun = true;
    setImmediate(() => {
      this.#begun = false;
      this.#waiting.next()?.[1]();
      this.#begin();
    });
  }
}
