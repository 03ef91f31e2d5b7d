import { KEPT_RECALLS, type RecallRecord } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Recollection } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';

/** What recalls delivered since the last writing down. */
export interface Uses {
  readonly used: readonly MemoryId[];
  readonly recalls: readonly RecallRecord[];
  /** Of the latest. */
  readonly at: Instant;
}

/**
 * Collects what recalls delivered, so that recall itself never writes; handed on with the next write, a while after the first
 * recall, or at closing.
 */
export class UseObserver {
  #used: MemoryId[] = [];
  /** By id: an answer that is asked for again is one answer. */
  #recalls = new Map<string, RecallRecord>();
  #at: Instant = 0;
  /** Whether a writing down is asked for and has not come. */
  #awaited = false;

  /** `record` writes down; `soon` asks for a writing down without a write: once, until it comes and says so by {@link due}. */
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
    // More than the bank keeps need not be noted.
    if (this.#recalls.size <= KEPT_RECALLS) return;
    const [oldest] = this.#recalls.keys();
    if (oldest !== undefined) this.#recalls.delete(oldest);
  }

  /** What `soon` asked for has come. Whether anything waits to be written down: a write may have done it. */
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

  /** Asked for at each first note after a flush, writings down under many writes and recalls would beget one another without end. */
  #ask(): void {
    if (this.#awaited) return;
    this.#awaited = true;
    this.soon();
  }
}
