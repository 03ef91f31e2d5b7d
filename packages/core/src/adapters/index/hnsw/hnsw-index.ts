import { MnemeError } from '../../../domain/errors.js';
import type { NearestSlots, VectorIndex } from '../../../ports/indexes.js';
import type { KernelName } from '../exact/kernel.js';
import { BeamSearch, scoreAll, ScoreHeap, type Target, writeQuery } from './beam-search.js';
import {
  DeadNodeSweep,
  type GraphOptions,
  NodeInserter,
  SlotMembers,
  ZERO,
} from './node-lifecycle.js';
import { Graph, nextPiece, NONE } from './graph.js';
import {
  type Area,
  AREAS,
  type GraphKernel,
  LIST_LENGTH,
  type MakeGraphKernel,
  nodeLayout,
  type NodeLayout,
  typescriptGraphKernel,
  wasmGraphKernel,
} from './kernel.js';

const MAX_DIMENSIONS = 4096;
/** Slots sampled to estimate how many a filter admits. */
const SAMPLE = 1024;
/** Minimum breadth per wanted result, so that a search for many explores as far around each as one for few. */
const BREADTH_PER_RESULT = 2;

export interface HnswOptions extends Partial<GraphOptions> {
  /** Minimum breadth of a search: higher finds more and takes longer. */
  readonly breadth?: number;
  /** Up to this many slots, or slots that a filter admits, are compared exhaustively. */
  readonly exactLimit?: number;
  /** If a filter admits less than this share, all that it admits are compared. */
  readonly exactShare?: number;
  readonly makeKernel?: MakeGraphKernel;
}

const PRESETS = {
  maxLinks: 16,
  construction: 128,
  seed: 1,
  breadth: 128,
  exactLimit: 4096,
  exactShare: 0.02,
} as const;

export interface HnswIndex extends VectorIndex {
  /** What runs the inner loops, for diagnostics; results do not depend on it. */
  readonly kernel: KernelName;
  /** Minimum breadth of a search. */
  breadth: number;
}

/**
 * An approximate index: hierarchical navigable small worlds (Malkov and Yashunin 2018) over int8 vectors.
 * `dimensions` is 1..4096. The same puts in the same order give the same graph and the same answers. At equal scores
 * the lower slot comes first. Throws `invalid_input` for dimensions or options out of range.
 */
export function createHnswIndex(dimensions: number, options: HnswOptions = {}): HnswIndex {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw invalid('dimensions', dimensions, `An index has 1 to ${MAX_DIMENSIONS} dimensions.`);
  }
  const { makeKernel = fastestKernel, ...settings } = { ...PRESETS, ...options };
  if (![4, 8, 16, 32].includes(settings.maxLinks))
    throw invalid('maxLinks', settings.maxLinks, 'A node has 4, 8, 16 or 32 links.');
  if (
    !Number.isInteger(settings.construction) ||
    settings.construction < 1 ||
    settings.construction > LIST_LENGTH
  ) {
    throw invalid(
      'construction',
      settings.construction,
      `A node's links are chosen among 1 to ${LIST_LENGTH} candidates.`,
    );
  }
  if (!(settings.breadth >= 1))
    throw invalid('breadth', settings.breadth, 'A search is at least 1 broad.');
  const layout = nodeLayout(dimensions, settings.maxLinks);
  return new GraphIndex(dimensions, new Graph(layout, makeKernel(layout)), settings);
}

function fastestKernel(layout: NodeLayout): GraphKernel {
  try {
    return wasmGraphKernel(layout);
  } catch {
    return typescriptGraphKernel(layout);
  }
}

type Settings = Required<Omit<HnswOptions, 'makeKernel'>>;
type QueryTarget = Target & { readonly area: Area };
type Accepts = (slot: number) => boolean;

class GraphIndex implements HnswIndex {
  readonly #members: SlotMembers;
  readonly #beam: BeamSearch;
  readonly #inserter: NodeInserter;
  readonly #sweep: DeadNodeSweep;
  readonly #best = new ScoreHeap();
  breadth: number;

  constructor(
    readonly dimensions: number,
    private readonly graph: Graph,
    private readonly settings: Settings,
  ) {
    this.breadth = settings.breadth;
    this.#members = new SlotMembers(graph);
    this.#beam = new BeamSearch(graph);
    this.#inserter = new NodeInserter(graph, this.#beam, settings);
    this.#sweep = new DeadNodeSweep(graph, this.#members, this.#inserter);
  }

  get kernel(): KernelName {
    return this.graph.kernel.name;
  }

  get size(): number {
    return this.#members.size;
  }

  get bytes(): number {
    return this.graph.bytes + this.#members.bytes;
  }

  get format(): string {
    const { maxLinks, construction, seed } = this.settings;
    return `hnsw-1/${this.dimensions}/${maxLinks}/${construction}/${seed}`;
  }

  *dump(): Iterable<Uint8Array> {
    yield new Uint8Array(this.#sweep.state.buffer);
    yield* this.#members.dump();
    yield* this.graph.dump();
  }

  restore(pieces: Iterable<Uint8Array>): void {
    const each = pieces[Symbol.iterator]();
    this.#sweep.restore(new Int32Array(nextPiece(each).slice().buffer));
    this.#members.restore(nextPiece(each), nextPiece(each), nextPiece(each));
    this.graph.restore(each);
  }

  put(slot: number, vector: Int8Array): void {
    if (!Number.isSafeInteger(slot) || slot < 0)
      throw invalid('slot', slot, 'A slot is a whole number from 0.');
    this.#checkLength('vector', vector.length);
    const members = this.#members;
    const zero = vector.every((value) => value === 0);
    const before = members.node(slot);
    if (zero ? before === ZERO : before >= 0 && this.#holds(before, vector)) return;
    if (before !== NONE) members.detach(slot);
    members.attach(slot, zero ? ZERO : this.#inserter.insert(vector));
    this.#sweep.step();
  }

  has(slot: number): boolean {
    return this.#members.node(slot) !== NONE;
  }

  vector(slot: number): Int8Array | null {
    if (!this.has(slot)) return null;
    const node = this.#members.node(slot);
    return node === ZERO
      ? new Int8Array(this.dimensions)
      : this.graph.vector(node).slice(0, this.dimensions);
  }

  similarity(slot: number, query: Float32Array): number {
    return this.similarities([slot], query)[0] ?? 0;
  }

  similarities(slots: ArrayLike<number>, query: Float32Array): Float32Array {
    const target = this.#target(query);
    const cosines = new Float32Array(slots.length);
    const places: number[] = [];
    const nodes: number[] = [];
    for (let at = 0; at < slots.length; at++) {
      const node = this.#members.node(slots[at] ?? NONE);
      if (node < 0) continue;
      places.push(at);
      nodes.push(node);
    }
    scoreAll(
      this.graph,
      target,
      nodes,
      (at, score) => (cosines[places[at] as number] = withinUnit(score)),
    );
    return cosines;
  }

  nearest(query: Float32Array, k: number, accepts?: Accepts): NearestSlots {
    const target = this.#target(query);
    const wanted = Math.min(Math.floor(k), this.#members.count);
    if (!(wanted > 0)) return { slots: new Int32Array(0), scores: new Float32Array(0) };
    if (target.scale === 0) return this.#first(wanted, accepts);
    this.#best.clear();
    const slots = this.#fewEnough(wanted, accepts);
    if (slots !== null) this.#compareAll(slots, target, wanted);
    else this.#search(target, wanted, accepts);
    // Fewer than exist: a part of the graph is disconnected.
    if (slots === null && this.#best.length < wanted)
      this.#compareAll(this.#accepted(Infinity, accepts) ?? [], target, wanted);
    this.#offerZeros(wanted, accepts);
    const { ids, scores } = this.#best.drain();
    return { slots: ids, scores };
  }

  /** The accepted slots, if they are few enough to compare all; else null. */
  #fewEnough(wanted: number, accepts?: Accepts): readonly number[] | null {
    const { exactLimit, exactShare } = this.settings;
    const { size, count } = this.#members;
    const limit = Math.max(
      exactLimit,
      count * exactShare,
      wanted * BREADTH_PER_RESULT,
      this.breadth,
    );
    if (count > limit && (accepts === undefined || this.#sample(accepts) * size > limit * 2))
      return null;
    return this.#accepted(limit, accepts);
  }

  /** The accepted slots with a non-zero vector; null if there are more than `limit`. */
  #accepted(limit: number, accepts?: Accepts): readonly number[] | null {
    const slots: number[] = [];
    for (let slot = 0; slot < this.#members.size; slot++) {
      if (this.#members.node(slot) < 0 || accepts?.(slot) === false) continue;
      if (slots.length >= limit) return null;
      slots.push(slot);
    }
    return slots;
  }

  /**
   * Share of the slots that a filter accepts, estimated from an evenly spread sample (multiples of the golden ratio).
   */
  #sample(accepts: Accepts): number {
    const { size } = this.#members;
    let accepted = 0;
    for (let i = 0, at = 0; i < SAMPLE; i++, at = (at + 0.6180339887498949) % 1) {
      const slot = Math.floor(at * size);
      if (this.#members.node(slot) >= 0 && accepts(slot)) accepted++;
    }
    return accepted / SAMPLE;
  }

  #compareAll(slots: readonly number[], target: QueryTarget, wanted: number): void {
    this.#best.clear();
    const nodes = Int32Array.from(slots, (slot) => this.#members.node(slot));
    scoreAll(this.graph, target, nodes, (at, score) =>
      this.#best.offer(slots[at] as number, withinUnit(score), wanted),
    );
  }

  /** Searches among accepted slots. Only their nodes fill the beam, so it widens by itself. */
  #search(target: QueryTarget, wanted: number, accepts?: Accepts): void {
    const breadth = Math.max(this.breadth, wanted * BREADTH_PER_RESULT);
    const all = (): boolean => true;
    const counts = (node: number): boolean => this.#members.some(node, accepts ?? all);
    const coarse = { ...target, area: 'codes' } as const;
    const { ids } = this.#beam.search(coarse, 0, breadth, this.#beam.descend(coarse, 0), counts);
    const scores = new Float32Array(ids.length);
    scoreAll(this.graph, target, ids, (at, score) => (scores[at] = score));
    for (let i = 0; i < ids.length; i++) {
      this.#members.each(ids[i] as number, (slot) => {
        if (accepts === undefined || accepts(slot))
          this.#best.offer(slot, withinUnit(scores[i] as number), wanted);
      });
    }
  }

  /** Zero vectors score 0: they come before vectors that point away from the query. */
  #offerZeros(wanted: number, accepts?: Accepts): void {
    const best = this.#best;
    if (best.length >= wanted && best.lowest > 0) return;
    this.#members.each(ZERO, (slot) => {
      if (accepts === undefined || accepts(slot)) best.offer(slot, 0, wanted);
    });
  }

  /** Without a query every slot scores 0. */
  #first(wanted: number, accepts?: Accepts): NearestSlots {
    const slots: number[] = [];
    for (let slot = 0; slot < this.#members.size && slots.length < wanted; slot++) {
      if (this.#members.node(slot) !== NONE && accepts?.(slot) !== false) slots.push(slot);
    }
    return { slots: Int32Array.from(slots), scores: new Float32Array(slots.length) };
  }

  #target(query: Float32Array): QueryTarget {
    this.#checkLength('query', query.length);
    return { area: AREAS.query, scale: writeQuery(query, this.graph) };
  }

  #holds(node: number, vector: Int8Array): boolean {
    const held = this.graph.vector(node);
    return vector.every((value, at) => value === held[at]);
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

/** Rounding of norms can push a cosine past 1 by one unit in the last place. */
function withinUnit(cosine: number): number {
  return Math.max(-1, Math.min(1, cosine));
}

function invalid(field: string, value: unknown, message: string): MnemeError {
  return new MnemeError('invalid_input', message, { field, value });
}
