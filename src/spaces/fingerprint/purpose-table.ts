import { SPACES } from '../../domain/space.js';
import type { PurposeVector } from './purpose.js';
import { createPurposeScan, ROW, type PurposeScan } from './purpose-scan.js';

/** 0 is absent, 1..255 is 0..1. */
const ABSENT = 0;
const SPAN = 254;
const FURTHEST = 0x7fffffff;

export interface SamePurpose {
  readonly slot: number;
  /** 1 for the same purpose vector, 0 for the opposite. */
  readonly closeness: number;
}

/**
 * The purpose vectors of a bank in one flat array, 12 bytes per memory, with nearest-neighbour search by a
 * full scan. Euclidean over the twelve; a space that only one side has counts as half its range, one that
 * neither has counts nothing.
 */
export class PurposeTable {
  #size = 0;

  constructor(private readonly scan: PurposeScan = createPurposeScan()) {}

  /** One more than the highest slot that was put. */
  get size(): number {
    return this.#size;
  }

  /** Sets or replaces the vector of a slot. Throws `RangeError` unless it has one value per space. */
  put(slot: number, vector: PurposeVector): void {
    this.scan.put(slot, quantisePurpose(vector));
    this.#size = Math.max(this.#size, slot + 1);
  }

  /** The vector of a slot, in stored precision: to 1/254. */
  get(slot: number): PurposeVector {
    return Array.from(this.scan.row(slot), (byte) => (byte === ABSENT ? null : (byte - 1) / SPAN));
  }

  /** The `k` slots nearest to a purpose that `accepts` admits, best first; ties go to the later slot. */
  nearest(purpose: PurposeVector, k: number, accepts: (slot: number) => boolean): SamePurpose[] {
    const query = quantisePurpose(purpose);
    this.scan.aim(query);
    const slots = new Int32Array(k);
    const costs = new Int32Array(k);
    let found = 0;
    let limit = k === 0 ? 0 : FURTHEST;
    for (
      let slot = this.scan.next(this.#size - 1, limit);
      slot >= 0;
      slot = this.scan.next(slot - 1, limit)
    ) {
      if (!accepts(slot)) continue;
      const { cost } = this.scan;
      let place = found < k ? found++ : k - 1;
      for (; place > 0 && (costs[place - 1] ?? 0) > cost; place--) {
        costs[place] = costs[place - 1] ?? 0;
        slots[place] = slots[place - 1] ?? 0;
      }
      costs[place] = cost;
      slots[place] = slot;
      if (found === k) limit = costs[k - 1] ?? 0;
    }
    const most = SPAN * SPAN * Math.max(1, query.filter((byte) => byte !== ABSENT).length);
    return Array.from({ length: found }, (_, at) => ({
      slot: slots[at] ?? 0,
      closeness: Math.max(0, 1 - Math.sqrt((costs[at] ?? 0) / most)),
    }));
  }
}

function quantisePurpose(vector: PurposeVector): Uint8Array {
  if (vector.length !== ROW)
    throw new RangeError(`a purpose vector has ${SPACES.length} values, not ${vector.length}`);
  return Uint8Array.from(vector, (value) =>
    value === null ? ABSENT : 1 + Math.round(Math.min(1, Math.max(0, value)) * SPAN),
  );
}
