import type { BlockLayout } from './block-layout.js';
import type { Views } from './views.js';

export type KernelName = 'wasm-simd' | 'typescript';

/**
 * The inner loops over one linear memory, laid out by a {@link BlockLayout}. Blocks are given by their byte address.
 * Every kernel computes the same integers and rounds at the same places, so results agree to the bit.
 */
export interface Kernel {
  readonly name: KernelName;
  /** Views of the memory; replaced by `grow`. */
  readonly views: Views;
  /** Grows the memory to at least this size; new bytes are zero. Throws a RangeError if there is no room. */
  grow(bytes: number): void;
  /** Computes the code of the vector at a place of a block; returns the vector's squared norm. */
  encode(block: number, place: number): number;
  /**
   * Weighted Hamming distances of the first `count` places' head codes to the query's planes, into the
   * block, and their histogram, which accumulates over calls. A place whose byte at `mask` (an address) is
   * 0 gets {@link NO_DISTANCE} and is not counted.
   */
  distances(block: number, mask: number, count: number): void;
  /**
   * Lists the places of the first `count` whose distance is below `distance`, and the first `ties` of those at it, in order. With
   * `only`, the others get {@link NO_DISTANCE}.
   */
  within(block: number, count: number, distance: number, ties: number, only: boolean): Within;
  /** Adds the distances of the tail codes of the first `count` places of the list, and counts the sums in the histogram. */
  refine(block: number, count: number): void;
  /** Cosines of the first `count` places of the list, stored next to it. */
  scores(block: number, count: number): void;
}

/** How many places were listed, and how many of them were ties. */
export interface Within {
  readonly listed: number;
  readonly tied: number;
}

export type MakeKernel = (layout: BlockLayout) => Kernel;

/** Greater than any weighted distance (4096 dimensions × 3). */
export const NO_DISTANCE = 0xffff;
