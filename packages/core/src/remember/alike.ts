import type { ContextId } from '../domain/ids.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import type { Alike } from './alike-memory.js';
import type { EmbeddedDraft } from './draft.js';
import type { Pending } from './pending.js';

/** How near the memories of the batch are to one vector: each is compared once. */
export class Likeness {
  readonly #found = new Map<Int8Array, number>();

  constructor(private readonly vector: Int8Array | null) {}

  /** The cosine; 0 if either has no vector. */
  to(other: Int8Array | null): number {
    if (this.vector === null || other === null) return 0;
    let found = this.#found.get(other);
    if (found === undefined) this.#found.set(other, (found = cosine(this.vector, other)));
    return found;
  }

  /** To stored memories. */
  toStored(index: BankIndex, slots: readonly number[]): number[] {
    if (this.vector === null) return slots.map(() => 0);
    return [...index.vectors.similarities(slots, new Float32Array(this.vector))];
  }
}

/** The memories nearest to a draft among those that share rare words with it, nearest first. */
export function findAlike(
  draft: EmbeddedDraft,
  likeness: Likeness,
  slots: readonly number[],
  index: BankIndex,
  pending: Pending,
): Alike[] {
  const live = slots.filter((slot) => index.isLive(slot));
  const scores = likeness.toStored(index, live);
  const stored = live.map((slot, at) => ({
    id: index.id(slot),
    similarity: scores[at] ?? 0,
    context: contextOf(index, slot),
  }));
  const fresh = pending.sharing(draft).map((other) => ({
    id: other.id,
    similarity: likeness.to(other.vector),
    context: pending.memories.get(other.id)?.context ?? null,
  }));
  return [...stored, ...fresh].sort((a, b) => b.similarity - a.similarity);
}

function contextOf(index: BankIndex, slot: number): ContextId | null {
  const context = index.context(slot);
  return context === NONE ? null : (index.contexts.text(context) as ContextId);
}

/** A cache: the squared length of a vector that is compared with many. */
const SQUARES = new WeakMap<Int8Array, number>();

function squareOf(vector: Int8Array): number {
  let square = SQUARES.get(vector);
  if (square === undefined) SQUARES.set(vector, (square = dot(vector, vector)));
  return square;
}

/** Of whole numbers, so that their order does not matter. */
function dot(a: Int8Array, b: Int8Array): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  const even = a.length - (a.length % 4);
  for (let at = 0; at < even; at += 4) {
    one += (a[at] as number) * (b[at] as number);
    two += (a[at + 1] as number) * (b[at + 1] as number);
    three += (a[at + 2] as number) * (b[at + 2] as number);
    four += (a[at + 3] as number) * (b[at + 3] as number);
  }
  for (let at = even; at < a.length; at++) one += (a[at] as number) * (b[at] as number);
  return one + two + three + four;
}

function cosine(a: Int8Array, b: Int8Array): number {
  const squares = squareOf(a) * squareOf(b);
  return squares === 0 ? 0 : dot(a, b) / Math.sqrt(squares);
}
