import { KEPT_RECALLS, type RecallRecord } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Recollection } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';

/** What recalls delivered since it was last written. */
export interface Uses {
  readonly used: readonly MemoryId[];
  readonly recalls: readonly RecallRecord[];
  /** The time of the latest. */
  readonly at: Instant;
}

/**
 * Collects what recalls delivered, so that recall itself never writes; written with the next write, some
 * time after the first recall, or at closing.
 */
export class UseObserver {
  #used: MemoryId[] = [];
  /** By id: an answer delivered twice is recorded once. */
  #recalls = new Map<string, RecallRecord>();
  #at: Instant = 0;
  /** Whether a write was scheduled and has not run yet. */
  #awaited = false;

  /** `record` writes; `soon` schedules a write in case none happens: once, until it runs and calls {@link due}. */
  constructor(
    private readonly record: (uses: Uses) => Promise<void>,
    private readonly soon: () => void,
  ) {}

  note(
    { id, delivered, plan: { need } }: Pick<Recollection, 'id' | 'delivered' | 'plan'>,
    at: Instant,
  ): void {
    if (delivered.length === 0) return;
    this.#ask();
    this.#used.push(...delivered);
    this.#at = at;
    this.#recalls.delete(id);
    this.#recalls.set(id, { id, at, need, delivered });
    // No more than the bank keeps needs to be recorded.
    if (this.#recalls.size <= KEPT_RECALLS) return;
    const [oldest] = this.#recalls.keys();
    if (oldest !== undefined) this.#recalls.delete(oldest);
  }

  /** The scheduled write has come. Returns whether anything is still pending: another write may have taken it. */
  due(): boolean {
    this.#awaited = false;
    return this.#recalls.size > 0;
  }

  async flush(): Promise<void> {
    if (this.#recalls.size === 0) return;
    const uses = { used: this.#used, recalls: [...this.#recalls.values()], at: this.#at };
    this.#used = [];
    this.#recalls = new Map();
    await this.record(uses);
  }

  /**
   * Not rescheduled while one is pending: under many writes and recalls, the writes would trigger one
   * another without end.
   */
  #ask(): void {
    if (this.#awaited) return;
    this.#awaited = true;
    this.soon();
  }
}
