import { MnemeError } from '../../../domain/errors.js';
import { BLOCK_SLOTS, type BlockLayout, type Kernel } from './kernel.js';

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
