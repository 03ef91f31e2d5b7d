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

/** Times the steps of a flow by name, in order; repeated names add up. */
export class StepTimer {
  readonly #times: Record<string, number> = {};

  /** `ticks` reads a monotonic clock in milliseconds. */
  constructor(private readonly ticks: () => number) {}

  run<T>(name: string, work: () => T): T {
    const start = this.ticks();
    try {
      return work();
    } finally {
      this.#add(name, start);
    }
  }

  async wait<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = this.ticks();
    try {
      return await work();
    } finally {
      this.#add(name, start);
    }
  }

  get times(): Readonly<Record<string, number>> {
    return this.#times;
  }

  #add(name: string, start: number): void {
    this.#times[name] = (this.#times[name] ?? 0) + (this.ticks() - start);
  }
}

/** A piece of work skipped for lack of time. */
interface LeftOut<Stage extends string> {
  readonly stage: Stage;
  readonly what: string;
  /** The limit that was reached, in words. */
  readonly why: string;
}

/**
 * Time budgets for the stages of a flow, in milliseconds. Work is skipped, and noted, if its stage or the whole flow
 * has used up its limit. Work that has begun is finished: half a result is useless.
 */
export class StageBudgets<Stage extends string> {
  readonly #timer: StepTimer;
  readonly #leftOut: LeftOut<Stage>[] = [];

  /**
   * `limits` in milliseconds by stage, with `all` for their sum; null for no limits. `ticks` reads a monotonic clock.
   */
  constructor(
    ticks: () => number,
    private readonly limits: Readonly<Record<Stage | 'all', number>> | null,
  ) {
    this.#timer = new StepTimer(ticks);
  }

  get times(): Readonly<Record<string, number>> {
    return this.#timer.times;
  }

  get leftOut(): readonly LeftOut<Stage>[] {
    return this.#leftOut;
  }

  /** Milliseconds that a stage, or all of them, has taken. */
  spent(stage: Stage | 'all'): number {
    return stage === 'all'
      ? Object.values(this.times).reduce((sum, took) => sum + took, 0)
      : (this.times[stage] ?? 0);
  }

  /** Runs mandatory work, whatever is left of the budget. */
  must<T>(stage: Stage, work: () => T): T {
    return this.#timer.run(stage, work);
  }

  async wait<T>(stage: Stage, what: string, work: () => Promise<T>, otherwise: T): Promise<T> {
    return this.#hasTime(stage, what) ? this.#timer.wait(stage, work) : otherwise;
  }

  run<T>(stage: Stage, what: string, work: () => T, otherwise: T): T {
    return this.#hasTime(stage, what) ? this.#timer.run(stage, work) : otherwise;
  }

  #hasTime(stage: Stage, what: string): boolean {
    const { limits } = this;
    const over =
      limits === null
        ? undefined
        : ([stage, 'all'] as const).find((each) => this.spent(each) >= limits[each]);
    if (over === undefined || limits === null) return true;
    this.#leftOut.push({
      stage,
      what,
      why: `${over === 'all' ? 'everything before' : `“${stage}”`} took ${Math.round(this.spent(over))} of ${limits[over]} ms`,
    });
    return false;
  }
}
