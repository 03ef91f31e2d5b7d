/**
 * Work that one run of does for many callers, one run at a time. A run that began before somebody asked may have read what was there
 * before: whoever asks meanwhile is served by the next one, together with all who asked meanwhile.
 */
export class RunAfresh {
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves once a run has ended that began after this call. Rejects as that run does. */
  run(): Promise<void> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#goOn());
    return this.#next;
  }

  /** Another caller may have begun one since the last ended: it began after all who wait here had asked. */
  #goOn(): Promise<void> {
    this.#next = null;
    return this.#running ?? this.#begin();
  }

  #begin(): Promise<void> {
    this.#running = this.work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
