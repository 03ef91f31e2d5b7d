import {
  BLOCK_SLOTS,
  type BlockLayout,
  blockLayout,
  type Kernel,
  type KernelName,
  type MakeKernel,
  typescriptKernel,
  type Views,
} from './kernel.js';
import { BestSlots, listMasked, listWithin, scanCodes, SlotBlocks } from './slot-blocks.js';
import { wasmKernel } from './wasm-kernel.js';
import { MnemeError } from '../../../domain/errors.js';
import type { NearestSlots, VectorIndex } from '../../../ports/indexes.js';

/**
 * Maximum magnitude of the int16 query: 1024 products with -128 in each of four lanes of 4096 dimensions stay below
 * 2^31.
 */
const INT16_PEAK = 16_383;

/**
 * Width of a magnitude level, in root mean squares of the query. Measured on Gaussian vectors and on sums of ±1
 * features: recall is flat between 0.5 and 0.8.
 */
const LEVEL_WIDTH = 0.65;

/**
 * Writes a query of any scale into the head of the memory as int16 with its inverse norm, for the cosines. A
 * non-finite value makes the query zero.
 */
function writeQuery(query: Float32Array, layout: BlockLayout, { int16, float64 }: Views): void {
  const { peak, usable } = measured(query);
  const toInt16 = usable ? INT16_PEAK / peak : 0;
  const at = layout.query / 2;
  let norm = 0;
  for (let i = 0; i < query.length; i++) {
    const rounded = usable ? Math.round((query[i] as number) * toInt16) : 0;
    int16[at + i] = rounded;
    norm += rounded * rounded;
  }
  float64[layout.scale / 8] = norm > 0 ? 1 / Math.sqrt(norm) : 0;
}

/**
 * Writes it as a sign and a magnitude of 0..3 per dimension, for the distances. The distance Σ magnitude · [signs
 * differ] then orders codes as the dot product of the coarse query with the signs does: asymmetric distance, after
 * Gordo et al., "Asymmetric Distances for Binary Embeddings" (2014).
 */
function writeCoarseQuery(query: Float32Array, layout: BlockLayout, views: Views): void {
  const { squares, usable } = measured(query);
  const perLevel = usable ? 1 / (LEVEL_WIDTH * Math.sqrt(squares / query.length)) : 0;
  views.uint8.fill(0, layout.planes, layout.planes + layout.codeBytes * 3);
  for (let i = 0; i < query.length; i++) {
    const value = usable ? (query[i] as number) : 0;
    writePlanes(i, value, Math.min(3, Math.round(Math.abs(value) * perLevel)), layout, views);
  }
  writeTables(layout, views);
}

function measured(query: Float32Array): {
  readonly peak: number;
  readonly squares: number;
  readonly usable: boolean;
} {
  let peak = 0;
  let squares = 0;
  for (let i = 0; i < query.length; i++) {
    const value = query[i] as number;
    peak = Math.max(peak, Math.abs(value));
    squares += value * value;
  }
  return { peak, squares, usable: peak > 0 && Number.isFinite(squares) };
}

function writePlanes(
  dimension: number,
  value: number,
  level: number,
  layout: BlockLayout,
  { uint8 }: Views,
): void {
  const at = layout.planes + (dimension >> 7) * 48 + ((dimension & 127) >> 3);
  const bit = 1 << (dimension & 7);
  if (value < 0) uint8[at] = (uint8[at] as number) | bit;
  if (level & 1) uint8[at + 16] = (uint8[at + 16] as number) | bit;
  if (level & 2) uint8[at + 32] = (uint8[at + 32] as number) | bit;
}

/** For each half byte of a head, the distance of each of its 16 values. */
function writeTables(layout: BlockLayout, { uint8 }: Views): void {
  for (let half = 0; half < layout.headBytes * 2; half++) {
    const at = layout.planes + (half >> 5) * 48 + ((half >> 1) & 15);
    const shift = (half & 1) * 4;
    const signs = (uint8[at] as number) >> shift;
    const ones = (uint8[at + 16] as number) >> shift;
    const twos = (uint8[at + 32] as number) >> shift;
    for (let value = 0; value < 16; value++) {
      const differs = (value ^ signs) & 15;
      uint8[layout.tables + half * 16 + value] =
        (BITS[differs & ones] as number) + 2 * (BITS[differs & twos] as number);
    }
  }
}

/** Number of bits set in 0..15. */
const BITS = Uint8Array.from(
  { length: 16 },
  (_, value) => (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1) + (value >> 3),
);

const MAX_DIMENSIONS = 4096;

/**
 * Up to this many slots every vector is compared in full: that costs less than half a millisecond and loses nothing.
 */
const EXACT_LIMIT = 4096;

/**
 * Number of slots that the codes admit to the full comparison: at least this many, and this many per wanted
 * neighbour.
 */
const MIN_CANDIDATES = 900;
const CANDIDATES_PER_RESULT = 12;

export interface ExactIndex extends VectorIndex {
  /** What runs the inner loops, for diagnostics; results do not depend on it. */
  readonly kernel: KernelName;
}

/**
 * An index that scans everything: no training, no graph, and a replaced vector is found at once. `dimensions` is
 * 1..4096. Up to {@link EXACT_LIMIT} slots (after the filter) the order is that of the exact cosine with an int16
 * query; beyond, sign-bit codes choose the candidates. `makeKernel` is WebAssembly SIMD if that compiles, else
 * TypeScript.
 */
export function createExactIndex(
  dimensions: number,
  makeKernel: MakeKernel = fastestKernel,
): ExactIndex {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw invalid('dimensions', dimensions, `An index has 1 to ${MAX_DIMENSIONS} dimensions.`);
  }
  const layout = blockLayout(dimensions);
  return new ScanningIndex(dimensions, new SlotBlocks(layout, makeKernel(layout)));
}

function fastestKernel(layout: BlockLayout): Kernel {
  try {
    return wasmKernel(layout);
  } catch {
    return typescriptKernel(layout);
  }
}

class ScanningIndex implements ExactIndex {
  /** The query in memory, so that `similarity` after `nearest` need not write it again. */
  readonly #written: Float32Array;

  constructor(
    readonly dimensions: number,
    private readonly slots: SlotBlocks,
  ) {
    this.#written = new Float32Array(dimensions);
  }

  get kernel(): KernelName {
    return this.slots.kernel.name;
  }

  get size(): number {
    return this.slots.size;
  }

  get bytes(): number {
    return this.slots.bytes;
  }

  get format(): string {
    return `exact-blocks-3/${this.dimensions}`;
  }

  dump(): Iterable<Uint8Array> {
    return this.slots.dump();
  }

  restore(pieces: Iterable<Uint8Array>): void {
    this.slots.restore(pieces);
  }

  put(slot: number, vector: Int8Array): void {
    if (!Number.isSafeInteger(slot) || slot < 0)
      throw invalid('slot', slot, 'A slot is a whole number from 0.');
    this.#checkLength('vector', vector.length);
    this.slots.put(slot, vector);
  }

  has(slot: number): boolean {
    return this.slots.has(slot);
  }

  vector(slot: number): Int8Array | null {
    return this.slots.vector(slot)?.slice(0, this.dimensions) ?? null;
  }

  similarity(slot: number, query: Float32Array): number {
    return this.similarities([slot], query)[0] ?? 0;
  }

  similarities(slots: ArrayLike<number>, query: Float32Array): Float32Array {
    this.#checkLength('query', query.length);
    this.#write(query);
    const { kernel, layout } = this.slots;
    const { int32, float32 } = kernel.views;
    const list = layout.list / 4;
    const scores = layout.scores / 4;
    const cosines = new Float32Array(slots.length);
    // Consecutive slots of one block are compared in one call.
    for (let at = 0; at < slots.length;) {
      const block = Math.floor((slots[at] ?? 0) / BLOCK_SLOTS);
      const first = at;
      let count = 0;
      for (; at < slots.length && at - first < BLOCK_SLOTS; at++) {
        const slot = slots[at] ?? -1;
        if (Math.floor(slot / BLOCK_SLOTS) !== block) break;
        if (this.slots.has(slot)) int32[list + count++] = slot - block * BLOCK_SLOTS;
      }
      if (count > 0) kernel.scores(this.slots.address(block), count);
      for (let from = first, place = 0; place < count; from++) {
        if (slots[from] === block * BLOCK_SLOTS + (int32[list + place] ?? 0))
          cosines[from] = withinUnit(float32[scores + place++] ?? 0);
      }
    }
    return cosines;
  }

  nearest(query: Float32Array, k: number, accepts?: (slot: number) => boolean): NearestSlots {
    this.#checkLength('query', query.length);
    const { slots } = this;
    const { layout } = slots;
    const mask = accepts === undefined ? layout.present : layout.accepted;
    const count = accepts === undefined ? slots.count : slots.accept(accepts);
    const wanted = Math.min(Math.floor(k), count);
    if (!(wanted > 0)) return { slots: new Int32Array(0), scores: new Float32Array(0) };
    this.#write(query);
    const candidates = Math.max(MIN_CANDIDATES, wanted * CANDIDATES_PER_RESULT);
    return count <= Math.max(EXACT_LIMIT, candidates)
      ? this.#compareAll(mask, wanted)
      : this.#compareCandidates(query, mask, wanted, candidates, count);
  }

  #compareAll(mask: number, wanted: number): NearestSlots {
    const best = new BestSlots(wanted);
    for (let block = 0; block < this.slots.blocks; block++)
      this.#score(block, listMasked(this.slots, block, mask), best);
    return best.take();
  }

  #compareCandidates(
    query: Float32Array,
    mask: number,
    wanted: number,
    candidates: number,
    count: number,
  ): NearestSlots {
    writeCoarseQuery(query, this.slots.layout, this.slots.kernel.views);
    const best = new BestSlots(wanted);
    let cutoff = scanCodes(this.slots, mask, candidates, count);
    for (let block = 0; block < this.slots.blocks; block++) {
      const listed = listWithin(this.slots, block, cutoff);
      cutoff = { distance: cutoff.distance, ties: listed.ties };
      this.#score(block, listed.count, best);
    }
    return best.take();
  }

  /** Scores the listed places of a block and offers them. */
  #score(block: number, count: number, best: BestSlots): void {
    const { kernel, layout } = this.slots;
    kernel.scores(this.slots.address(block), count);
    const { int32, float32 } = kernel.views;
    for (let i = 0; i < count; i++) {
      const place = int32[layout.list / 4 + i] as number;
      best.offer(block * BLOCK_SLOTS + place, withinUnit(float32[layout.scores / 4 + i] as number));
    }
  }

  #write(query: Float32Array): void {
    if (equal(query, this.#written)) return;
    writeQuery(query, this.slots.layout, this.slots.kernel.views);
    this.#written.set(query);
  }

  #checkLength(field: string, length: number): void {
    if (length === this.dimensions) return;
    throw invalid(
      field,
      length,
      `The ${field} has ${length} numbers; this index has ${this.dimensions} dimensions.`,
    );
  }
}

/** A loop, because `every` with a closure is ten times slower, and this runs for every `similarity`. */
function equal(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Rounding of norms can push a cosine past 1 by one unit in the last place. */
function withinUnit(cosine: number): number {
  return Math.max(-1, Math.min(1, cosine));
}

function invalid(field: string, value: unknown, message: string): MnemeError {
  return new MnemeError('invalid_input', message, { field, value });
}
