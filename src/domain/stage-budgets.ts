import { StepTimer } from './step-timer.js';

/** A piece of work that there was no time for. */
export interface LeftOut<Stage extends string> {
  readonly stage: Stage;
  readonly what: string;
  /** The limit that was spent, in words. */
  readonly why: string;
}

/**
 * The pieces of a flow by stage, each with its milliseconds. A piece whose stage has spent its limit, or which all stages together
 * left no time for, is not begun, and noted. What was begun is finished: half of an answer is none.
 */
export class StageBudgets<Stage extends string> {
  readonly #timer: StepTimer;
  readonly #leftOut: LeftOut<Stage>[] = [];

  /** `limits` in milliseconds by stage, with `all` for their sum; null where nothing is limited. `ticks` reads a steady clock. */
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

  /** Milliseconds that a stage has taken, or all of them. */
  spent(stage: Stage | 'all'): number {
    return stage === 'all'
      ? Object.values(this.times).reduce((sum, took) => sum + took, 0)
      : (this.times[stage] ?? 0);
  }

  /** Work that has to be done whatever it takes. */
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
