import { BLOCK_SLOTS, type BlockLayout, type Kernel, NO_DISTANCE } from './kernel.js';
import { MnemeError } from '../../../domain/errors.js';
import type { NearestSlots } from '../../../ports/indexes.js';

const GROWTH = 1.5;

/** The vectors of an index with their codes, norms and flags, in blocks of one linear memory. */
export class SlotBlocks {
  #size = 0;
  #count = 0;
  #capacity = 0;

  constructor(
    readonly layout: BlockLayout,
    readonly kernel: Kernel,
  ) {
    kernel.grow(layout.firstBlock);
  }

  /** One more than the highest slot with a vector. */
  get size(): number {
    return this.#size;
  }

  /** Slots with a vector. */
  get count(): number {
    return this.#count;
  }

  /** Number of blocks with a slot below `size`. */
  get blocks(): number {
    return Math.ceil(this.#size / BLOCK_SLOTS);
  }

  /** Bytes of the memory, including room to grow. */
  get bytes(): number {
    return this.kernel.views.uint8.length;
  }

  address(block: number): number {
    return this.layout.firstBlock + block * this.layout.blockBytes;
  }

  /** Slots of a block below `size`. */
  length(block: number): number {
    return Math.min(BLOCK_SLOTS, this.#size - block * BLOCK_SLOTS);
  }

  has(slot: number): boolean {
    if (!(slot >= 0 && slot < this.#size)) return false;
    return (
      this.kernel.views.uint8[
        this.address(Math.floor(slot / BLOCK_SLOTS)) + this.layout.present + (slot % BLOCK_SLOTS)
      ] === 1
    );
  }

  /** A view of a slot's vector, with the padding; null if there is none. */
  vector(slot: number): Int8Array | null {
    if (!this.has(slot)) return null;
    const { vectors, padded } = this.layout;
    const start =
      this.address(Math.floor(slot / BLOCK_SLOTS)) + vectors + (slot % BLOCK_SLOTS) * padded;
    return this.kernel.views.int8.subarray(start, start + padded);
  }

  put(slot: number, vector: Int8Array): void {
    const block = Math.floor(slot / BLOCK_SLOTS);
    if (block >= this.#capacity) this.#grow(block + 1);
    const { layout, kernel } = this;
    const { int8, uint8, float32 } = kernel.views;
    const start = this.address(block);
    const place = slot % BLOCK_SLOTS;
    int8.set(vector, start + layout.vectors + place * layout.padded);
    const squaredNorm = kernel.encode(start, place);
    float32[(start + layout.inverseNorms) / 4 + place] =
      squaredNorm > 0 ? 1 / Math.sqrt(squaredNorm) : 0;
    const flag = start + layout.present + place;
    if (uint8[flag] === 0) this.#count++;
    uint8[flag] = 1;
    if (slot >= this.#size) this.#size = slot + 1;
  }

  /** Flags in the `accepted` section the slots with a vector that the filter admits; returns how many. */
  accept(accepts: (slot: number) => boolean): number {
    const { present, accepted } = this.layout;
    let count = 0;
    for (let block = 0; block < this.blocks; block++) {
      const { uint8 } = this.kernel.views;
      const start = this.address(block);
      const length = this.length(block);
      for (let place = 0; place < length; place++) {
        const passes =
          uint8[start + present + place] === 1 && accepts(block * BLOCK_SLOTS + place) ? 1 : 0;
        uint8[start + accepted + place] = passes;
        count += passes;
      }
    }
    return count;
  }

  /** Size and count, then every block as in memory. */
  *dump(): Iterable<Uint8Array> {
    yield new Uint8Array(Uint32Array.of(this.#size, this.#count).buffer);
    for (let block = 0; block < this.blocks; block++) {
      const start = this.address(block);
      yield this.kernel.views.uint8.slice(start, start + this.layout.blockBytes);
    }
  }

  restore(pieces: Iterable<Uint8Array>): void {
    let block = -1;
    for (const piece of pieces) {
      if (block < 0) {
        const [size = 0, count = 0] = new Uint32Array(piece.slice().buffer);
        this.#size = size;
        this.#count = count;
        if (this.blocks > 0) this.#grow(this.blocks);
      } else {
        this.kernel.views.uint8.set(piece, this.address(block));
      }
      block++;
    }
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, Math.ceil(this.#capacity * GROWTH));
    try {
      this.kernel.grow(this.address(capacity));
    } catch (cause) {
      throw new MnemeError(
        'unavailable',
        `There is no memory for ${capacity * BLOCK_SLOTS} vectors.`,
        {
          cause,
          hint: 'Split the bank or use an encoder with fewer dimensions.',
        },
      );
    }
    this.#capacity = capacity;
  }
}

/** Which slots of a code scan get the full comparison. */
interface Cutoff {
  /** Slots closer than this are included. */
  readonly distance: number;
  /** How many slots at exactly this distance are included too: the first in slot order. */
  readonly ties: number;
}

/**
 * Number of slots whose whole code is compared after the heads: REFINED_SHARE of all, at least MIN_REFINED and at
 * most MAX_BY_SHARE; in larger banks LEAST_SHARE. At a million slots, 5 % instead of 2 % changed two of a thousand
 * results, and never the first.
 */
const MIN_REFINED = 6_144;
const REFINED_SHARE = 0.05;
const MAX_BY_SHARE = 20_000;
const LEAST_SHARE = 0.02;

/**
 * Scans the codes of every slot whose byte is set in the section `mask`, and finds the cutoff that admits exactly
 * `wanted` of them. At least `wanted` must be set, `count` in all. If there are many, the heads of the codes select
 * those whose whole code is compared: filtering by a prefix of the code, as in a cascade (after Jégou et al. 2011,
 * re-ranking with source coding). Any dimensions serve as the prefix if none is more informative than another.
 */
export function scanCodes(slots: SlotBlocks, mask: number, wanted: number, count: number): Cutoff {
  const { kernel, layout } = slots;
  const bins = layout.histogram / 4;
  const clear = (): unknown => kernel.views.int32.fill(0, bins, bins + layout.histogramLength);
  clear();
  for (let block = 0; block < slots.blocks; block++) {
    const start = slots.address(block);
    kernel.distances(start, start + mask, slots.length(block));
  }
  if (layout.tailBytes === 0) return cutoffFor(slots, wanted);
  let heads = cutoffFor(slots, Math.min(count, Math.max(wanted * 2, refinedOf(count))));
  clear();
  for (let block = 0; block < slots.blocks; block++) {
    const { count: listed, ties } = listWithin(slots, block, heads, true);
    heads = { distance: heads.distance, ties };
    kernel.refine(slots.address(block), listed);
  }
  return cutoffFor(slots, wanted);
}

const refinedOf = (count: number): number =>
  Math.ceil(
    Math.max(MIN_REFINED, Math.min(count * REFINED_SHARE, MAX_BY_SHARE), count * LEAST_SHARE),
  );

/** Computed from the histogram. */
function cutoffFor({ kernel, layout }: SlotBlocks, wanted: number): Cutoff {
  const { int32 } = kernel.views;
  const bins = layout.histogram / 4;
  let left = wanted;
  for (let distance = 0; distance < layout.histogramLength; distance++) {
    const found = int32[bins + distance] as number;
    if (found >= left) return { distance, ties: left };
    left -= found;
  }
  return { distance: NO_DISTANCE, ties: 0 };
}

/** Lists the places of a block whose byte is set in the section `mask`; returns how many. */
export function listMasked(slots: SlotBlocks, block: number, mask: number): number {
  const { uint8, int32 } = slots.kernel.views;
  const flags = slots.address(block) + mask;
  const list = slots.layout.list / 4;
  const length = slots.length(block);
  let count = 0;
  for (let place = 0; place < length; place++) {
    int32[list + count] = place;
    count += uint8[flags + place] as number;
  }
  return count;
}

/**
 * Lists the places of a block within the cutoff; returns how many, and how many ties are left for the next block.
 * With `only`, the others get no distance, which excludes them.
 */
export function listWithin(
  slots: SlotBlocks,
  block: number,
  { distance, ties }: Cutoff,
  only = false,
): { count: number; ties: number } {
  const { listed, tied } = slots.kernel.within(
    slots.address(block),
    slots.length(block),
    distance,
    ties,
    only,
  );
  return { count: listed, ties: ties - tied };
}

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
