import type { NearestSlots } from '../../../ports/indexes.js';

/** Keeps the `capacity` best of the offered slots: a binary heap with the worst at its root. */
export class BestSlots {
  readonly #slots: Int32Array;
  readonly #scores: Float32Array;
  #length = 0;

  constructor(private readonly capacity: number) {
    this.#slots = new Int32Array(capacity);
    this.#scores = new Float32Array(capacity);
  }

  /** Slots must come in increasing order: at equal scores the earlier one stays. */
  offer(slot: number, score: number): void {
    if (this.#length < this.capacity) {
      this.#rise(this.#length++, slot, score);
    } else if (score > (this.#scores[0] as number)) {
      this.#sink(slot, score);
    }
  }

  /** Best first; ties go to the lower slot. Leaves this empty. */
  take(): NearestSlots {
    const count = this.#length;
    const slots = new Int32Array(count);
    const scores = new Float32Array(count);
    while (this.#length > 0) {
      slots[this.#length - 1] = this.#slots[0] as number;
      scores[this.#length - 1] = this.#scores[0] as number;
      const last = --this.#length;
      this.#sink(this.#slots[last] as number, this.#scores[last] as number);
    }
    return { slots, scores };
  }

  #rise(place: number, slot: number, score: number): void {
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#worse(slot, score, parent)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, slot, score);
  }

  /** Replaces the root and sifts down. */
  #sink(slot: number, score: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#length) break;
      const right = child + 1;
      if (
        right < this.#length &&
        this.#worse(this.#slots[right] as number, this.#scores[right] as number, child)
      )
        child = right;
      if (this.#worse(slot, score, child)) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, slot, score);
  }

  #worse(slot: number, score: number, place: number): boolean {
    const other = this.#scores[place] as number;
    return score < other || (score === other && slot > (this.#slots[place] as number));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#slots[from] as number, this.#scores[from] as number);
  }

  #put(place: number, slot: number, score: number): void {
    this.#slots[place] = slot;
    this.#scores[place] = score;
  }
}
