import { expiryOf } from '../domain/expiry.js';
import type { Instant } from '../domain/time.js';

/** What it is told of each slot. */
interface Slots {
  isLive(slot: number): boolean;
  tags(slot: number): readonly string[];
}

/** Which standing memories end, and which of them first. */
export class Ends {
  readonly #slots = new Set<number>();
  #next = Infinity;

  constructor(private readonly index: Slots) {}

  /** No standing memory ends before this moment; Infinity where none ends. */
  get next(): Instant {
    return this.#next;
  }

  /** A memory came, or changed. */
  note(slot: number): void {
    const at = this.index.isLive(slot) ? expiryOf(this.index.tags(slot)) : null;
    if (at === null) this.#slots.delete(slot);
    else this.#slots.add(slot);
    this.#next = Math.min(this.#next, at ?? Infinity);
  }

  /** Looks anew which comes first, as the one that did stands no longer. */
  settle(): void {
    this.#next = Infinity;
    for (const slot of this.#slots) this.note(slot);
  }
}
