/**
 * Lets writes of one bank run one after the other, in the order in which they were asked for. Between two of them the event loop
 * has a turn: an import of a thousand batches keeps nobody else of the process waiting for more than one.
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

  /** Resolves when everything asked for so far has run, well or badly. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
