/**
 * Runs the writes of one bank one after another, in the order requested. The event loop gets a turn between
 * two of them, so an import of a thousand batches delays other work by no more than one batch.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result
      .catch(() => undefined)
      .then(() => new Promise((resolve) => setImmediate(resolve)));
    return result;
  }

  /** Resolves when everything requested so far has run, successfully or not. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
