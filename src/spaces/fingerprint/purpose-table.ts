import { SPACES } from '../../domain/space.js';
import type { PurposeVector } from './purpose.js';

const SPACE_COUNT = SPACES.length;
const WORDS = SPACE_COUNT / 4;
const VALUES = 256;
/** 0 stands for absent, 1..255 for 0..1. */
const ABSENT = 0;
const SPAN = 254;
/** A space that only one side has differs by half of what two can differ. */
const ONE_SIDED = (SPAN / 2) ** 2;
const FURTHEST = 0x7fffffff;
const FIRST_ROOM = 1_024;

export interface SamePurpose {
  readonly slot: number;
  /** 1 for the same purpose vector, 0 for the opposite. */
  readonly closeness: number;
}

/**
 * The purpose vectors of a bank in one flat array, 12 bytes a memory, and the memories nearest to one of them by a scan of all.
 * Euclidean over the twelve; a space that only one side has counts as half its range. Absent on both sides counts nothing.
 */
export class PurposeTable {
  /** Four columns a word, the first in the lowest byte. */
  #words = new Uint32Array(FIRST_ROOM * WORDS);
  #size = 0;
  /** What each byte of each column costs against the query at hand; at most 254². */
  readonly #costs = new Uint16Array(SPACE_COUNT * VALUES);

  /** One more than the highest slot that was put. */
  get size(): number {
    return this.#size;
  }

  /** Sets or replaces the vector of a slot. Throws `RangeError` when it has not one value a space. */
  put(slot: number, vector: PurposeVector): void {
    const bytes = quantisePurpose(vector);
    while ((slot + 1) * WORDS > this.#words.length) this.#grow();
    this.#words.fill(0, slot * WORDS, (slot + 1) * WORDS);
    bytes.forEach((byte, column) => {
      const word = slot * WORDS + (column >>> 2);
      this.#words[word] = (this.#words[word] ?? 0) | (byte << (8 * (column & 3)));
    });
    this.#size = Math.max(this.#size, slot + 1);
  }

  /** The vector of a slot, as precisely as it is kept: to 1/254. */
  get(slot: number): PurposeVector {
    return SPACES.map((_, column) => {
      const byte = ((this.#words[slot * WORDS + (column >>> 2)] ?? 0) >>> (8 * (column & 3))) & 255;
      return byte === ABSENT ? null : (byte - 1) / SPAN;
    });
  }

  /** The `k` slots nearest to a purpose that `accepts` lets through, best first; of equals, the later slot. */
  nearest(purpose: PurposeVector, k: number, accepts: (slot: number) => boolean): SamePurpose[] {
    const query = quantisePurpose(purpose);
    this.#setCosts(query);
    const slots = new Int32Array(k);
    const costs = new Int32Array(k);
    const found = k === 0 ? 0 : this.#scan(slots, costs, accepts);
    const most = SPAN * SPAN * Math.max(1, query.filter((byte) => byte !== ABSENT).length);
    return Array.from({ length: found }, (_, at) => ({ slot: slots[at] ?? 0, closeness: Math.max(0, 1 - Math.sqrt((costs[at] ?? 0) / most)) }));
  }

  /**
   * One pass from the last slot to the first, four columns a word. Costs only add up, so a row is left as soon as it costs no
   * less than the worst of the best: most rows are left after one word of three.
   */
  #scan(slots: Int32Array, best: Int32Array, accepts: (slot: number) => boolean): number {
    const words = this.#words;
    const costs = this.#costs;
    const k = slots.length;
    let worst = FURTHEST;
    let found = 0;
    for (let slot = this.#size - 1, at = slot * WORDS; slot >= 0; slot--, at -= WORDS) {
      const a = words[at] ?? 0;
      let cost = (costs[a & 255] ?? 0) + (costs[256 + ((a >>> 8) & 255)] ?? 0) + (costs[512 + ((a >>> 16) & 255)] ?? 0) + (costs[768 + (a >>> 24)] ?? 0);
      if (cost >= worst) continue;
      const b = words[at + 1] ?? 0;
      cost += (costs[1024 + (b & 255)] ?? 0) + (costs[1280 + ((b >>> 8) & 255)] ?? 0) + (costs[1536 + ((b >>> 16) & 255)] ?? 0) + (costs[1792 + (b >>> 24)] ?? 0);
      if (cost >= worst) continue;
      const c = words[at + 2] ?? 0;
      cost += (costs[2048 + (c & 255)] ?? 0) + (costs[2304 + ((c >>> 8) & 255)] ?? 0) + (costs[2560 + ((c >>> 16) & 255)] ?? 0) + (costs[2816 + (c >>> 24)] ?? 0);
      if (cost >= worst || !accepts(slot)) continue;
      let place = found < k ? found++ : k - 1;
      for (; place > 0 && (best[place - 1] ?? 0) > cost; place--) {
        best[place] = best[place - 1] ?? 0;
        slots[place] = slots[place - 1] ?? 0;
      }
      best[place] = cost;
      slots[place] = slot;
      if (found === k) worst = best[k - 1] ?? 0;
    }
    return found;
  }

  #setCosts(query: Uint8Array): void {
    for (let column = 0; column < SPACE_COUNT; column++) {
      const wanted = query[column] ?? ABSENT;
      const from = column * VALUES;
      for (let value = 1; value < VALUES; value++) this.#costs[from + value] = wanted === ABSENT ? ONE_SIDED : (value - wanted) ** 2;
      this.#costs[from] = wanted === ABSENT ? 0 : ONE_SIDED;
    }
  }

  #grow(): void {
    const larger = new Uint32Array(this.#words.length * 2);
    larger.set(this.#words);
    this.#words = larger;
  }
}

function quantisePurpose(vector: PurposeVector): Uint8Array {
  if (vector.length !== SPACE_COUNT) throw new RangeError(`a purpose vector has ${SPACE_COUNT} values, not ${vector.length}`);
  return Uint8Array.from(vector, (value) => (value === null ? ABSENT : 1 + Math.round(Math.min(1, Math.max(0, value)) * SPAN)));
}
