import { NONE, type Graph } from './graph.js';
import { GrowingInts } from './growing-ints.js';
import { FIELDS } from './node-layout.js';

/** The node of a zero vector: it has a slot but no node, because it is near to nothing. */
export const ZERO = -2;

/** Which slots belong to which node. Slots with equal vectors share one, in a linked list. */
export class SlotMembers {
  size = 0;
  /** Slots with a vector, zero or not. */
  count = 0;
  /** Number of nodes with a slot. */
  #living = 0;
  /** Slots with a zero vector: first of their list, plus one. */
  #zeros = 0;
  /** By slot: 0 for none, 1 for a zero vector, else its node plus 2. */
  readonly #node = new GrowingInts();
  /** By slot: the next of its list, plus one. */
  readonly #next = new GrowingInts();

  constructor(private readonly graph: Graph) {}

  /** Number of nodes without a slot: searches pass through them, but never return them. */
  get dead(): number {
    return this.graph.nodes - this.#living;
  }

  get bytes(): number {
    return this.#node.data.byteLength * 2;
  }

  /** A slot's node, {@link ZERO}, or {@link NONE} if it has no vector. */
  node(slot: number): number {
    const stored = slot >= 0 && slot < this.size ? this.#node.get(slot) : 0;
    return stored >= 2 ? stored - 2 : stored === 1 ? ZERO : NONE;
  }

  /** Calls `tell` with every slot of a node (or of {@link ZERO}). */
  each(node: number, tell: (slot: number) => void): void {
    for (let at = this.#first(node); at !== 0; at = this.#next.get(at - 1)) tell(at - 1);
  }

  /** Whether a slot of the node is accepted. */
  some(node: number, accepts: (slot: number) => boolean): boolean {
    for (let at = this.#first(node); at !== 0; at = this.#next.get(at - 1))
      if (accepts(at - 1)) return true;
    return false;
  }

  attach(slot: number, node: number): void {
    const first = this.#first(node);
    if (node !== ZERO && first === 0) this.#living++;
    this.#next.set(slot, first);
    this.#node.set(slot, node === ZERO ? 1 : node + 2);
    this.#setFirst(node, slot + 1);
    this.count++;
    if (slot >= this.size) this.size = slot + 1;
  }

  detach(slot: number): void {
    const node = this.node(slot);
    const next = this.#next.get(slot);
    let before = this.#first(node);
    if (before === slot + 1) {
      this.#setFirst(node, next);
      if (node !== ZERO && next === 0) this.#living--;
    } else {
      while (this.#next.get(before - 1) !== slot + 1) before = this.#next.get(before - 1);
      this.#next.set(before - 1, next);
    }
    this.#node.set(slot, 0);
    this.count--;
  }

  *dump(): Iterable<Uint8Array> {
    yield new Uint8Array(Int32Array.of(this.size, this.count, this.#living, this.#zeros).buffer);
    yield this.#node.toBytes(this.size);
    yield this.#next.toBytes(this.size);
  }

  restore(head: Uint8Array, nodes: Uint8Array, next: Uint8Array): void {
    const [size = 0, count = 0, living = 0, zeros = 0] = new Int32Array(head.slice().buffer);
    this.size = size;
    this.count = count;
    this.#living = living;
    this.#zeros = zeros;
    this.#node.fromBytes(nodes);
    this.#next.fromBytes(next);
  }

  /** The first slot of a node's list, plus one; 0 if it has none. */
  #first(node: number): number {
    return node === ZERO ? this.#zeros : this.graph.field(node, FIELDS.member);
  }

  #setFirst(node: number, first: number): void {
    if (node === ZERO) this.#zeros = first;
    else this.graph.setField(node, FIELDS.member, first);
  }
}
