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
