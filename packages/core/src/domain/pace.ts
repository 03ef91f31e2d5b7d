/** The global is a getter that costs more than reading the clock. */
const { performance } = globalThis;

/** Time slice in milliseconds, after which other work gets the event loop. */
const TURN_MS = 20;

/** Keeps long work from blocking the event loop: yields between two steps once its time slice is over. */
export class TimeSlice {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  /** Yields to the event loop if the time slice is over; else returns at once. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}

/** Keeps many reads of one store from blocking the event loop, whatever work they belong to. */
export class SharedTimeSlice {
  #since = 0;
  #watching = false;

  /** Yields if the event loop has been busy for a time slice; else returns at once. */
  async rest(): Promise<void> {
    if (!this.#watching) {
      this.#since = performance.now();
      this.#watching = true;
      setImmediate(() => (this.#watching = false));
    } else if (performance.now() - this.#since >= TURN_MS)
      await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Work in steps; it may yield to the event loop after each. */
export type Steps<T> = Generator<void, T, undefined>;

/** Runs all steps without yielding. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Runs steps until the time slice is over; undefined if some are left. */
export function oneTurn<T>(steps: Steps<T>, pace: TimeSlice): { readonly value: T } | undefined {
  while (!pace.isOver) {
    const { done, value } = steps.next();
    if (done === true) return { value };
  }
  return undefined;
}
