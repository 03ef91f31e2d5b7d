import type { KernelName } from '../exact/kernel.js';
import type { Views } from '../exact/views.js';
import type { Area, NodeLayout } from './node-layout.js';

/**
 * The inner loops over one linear memory, laid out by a {@link NodeLayout}. Every kernel computes the same integers and
 * rounds at the same places, so graphs and results agree to the bit.
 */
export interface GraphKernel {
  readonly name: KernelName;
  /** Views of the memory; replaced by `grow`. */
  readonly views: Views;
  /** Grows the memory to at least this size; new bytes are zero. Throws a RangeError if there is no room. */
  grow(bytes: number): void;
  /** Copies a node's vector into an area. */
  widen(node: number, area: Area): void;
  /** Cosines of the first `count` nodes of the list to the vector in an area, whose inverse norm is `scale`. */
  scores(area: Area, scale: number, count: number): void;
  /** Negated weighted Hamming distances of the first `count` nodes of the list to the query's planes. */
  likenesses(count: number): void;
}

export type MakeGraphKernel = (layout: NodeLayout) => GraphKernel;
