import type { MemoryId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';

/** Collects what recalls delivered, so that recall itself never writes; handed on with the next write or at closing. */
export class UseObserver {
  #used: MemoryId[] = [];
  #at: Instant = 0;

  constructor(private readonly record: (used: readonly MemoryId[], at: Instant) => Promise<void>) {}

  note(used: readonly MemoryId[], at: Instant): void {
    this.#used.push(...used);
    this.#at = at;
  }

  async flush(): Promise<void> {
    if (this.#used.length === 0) return;
    const used = this.#used;
    this.#used = [];
    await this.record(used, this.#at);
  }
}
