/** How long, in milliseconds, something computes before others get the event loop. */
const TURN_MS = 20;

/** Keeps long work from holding the event loop: it rests between two of its steps once its turn is over. */
export class Pace {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  /** Lets others run if the turn is over; else at once. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}

/** Keeps whoever reads much of one store from holding the event loop, whatever work the reads are for. */
export class SharedPace {
  #since = 0;
  #watching = false;

  /** Lets others run if the event loop was held since long before this read; else at once. */
  async rest(): Promise<void> {
    if (!this.#watching) {
      this.#since = performance.now();
      this.#watching = true;
      setImmediate(() => (this.#watching = false));
    } else if (performance.now() - this.#since >= TURN_MS)
      await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Work in steps, after each of which it may rest. */
export type Steps<T> = Generator<void, T, undefined>;

/** Runs all steps without a rest. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Runs steps until their turn is over; undefined if some are left. */
export function oneTurn<T>(steps: Steps<T>, pace: Pace): { readonly value: T } | undefined {
  while (!pace.isOver) {
    const { done, value } = steps.next();
    if (done === true) return { value };
  }
  return undefined;
}
