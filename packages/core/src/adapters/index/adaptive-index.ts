import { createExactIndex, type ExactIndex } from './exact/exact-index.js';
import type { KernelName, MakeKernel } from './exact/kernel.js';
import { nextPiece } from './hnsw/graph.js';
import { createHnswIndex, type HnswIndex, type HnswOptions } from './hnsw/hnsw-index.js';
import { MnemeError } from '../../domain/errors.js';
import type { NearestSlots, VectorIndex } from '../../ports/indexes.js';

/** Search breadths (`ef`) to try, fastest first. */
const BREADTHS = [128, 256, 512, 1024, 2048] as const;
/** Number of queries compared before deciding. */
const QUERIES = 32;
/** Neighbours compared per query. */
const NEIGHBOURS = 10;
/** Share of the scan's neighbours that a graph must find: above the desired 0.95, as the sample is small. */
const MIN_SHARE = 0.97;
/** At equal scores any slot is right; the two indexes may round the query slightly differently. */
const ROUNDING = 1e-4;

/**
 * Whether a graph finds what the scan finds, judged by real queries: the breadth a search needs depends on how
 * queries relate to vectors, which no property of the vectors alone predicts.
 */
class GraphTrial {
  #queries = 0;
  #wanted = 0;
  readonly #hits = new Int32Array(BREADTHS.length);

  /** Queries both, without a filter. A query without similar vectors is uninformative and not counted. */
  compare(query: Float32Array, scan: VectorIndex, graph: HnswIndex): void {
    const truth = scan.nearest(query, NEIGHBOURS).scores;
    if (!((truth[0] ?? 0) > 0)) return;
    const least = (truth[truth.length - 1] as number) - ROUNDING;
    BREADTHS.forEach((breadth, at) => {
      graph.breadth = breadth;
      const found = graph
        .nearest(query, NEIGHBOURS)
        .scores.filter((score) => score >= least).length;
      this.#hits[at] = (this.#hits[at] as number) + found;
    });
    this.#queries++;
    this.#wanted += truth.length;
  }

  /** The smallest sufficient breadth, 0 if none is; null while too few queries were compared. */
  verdict(): number | null {
    if (this.#queries < QUERIES) return null;
    return BREADTHS.find((_, at) => (this.#hits[at] as number) >= MIN_SHARE * this.#wanted) ?? 0;
  }

  get state(): Int32Array {
    return Int32Array.of(this.#queries, this.#wanted, ...this.#hits);
  }

  restore([queries = 0, wanted = 0, ...hits]: Int32Array): void {
    this.#queries = queries;
    this.#wanted = wanted;
    this.#hits.set(hits);
  }
}

/**
 * Vectors added to a graph under construction per put where nothing works in the background, and per background step.
 */
const PER_PUT = 2;
const PER_STEP = 2;
/** After a failed trial, a graph is built again when the number of vectors has grown by this factor. */
const RETRY_GROWTH = 2;
/** Share of the vectors that a graph must have gained to be worth storing. */
const WORTH_KEEPING = 0.1;
/** Separates the pieces of the scan from those of the graph in a dump. */
const SEPARATOR = Uint8Array.of(0);

/** Which index answers, and what is in progress. */
const PHASES = ['scan', 'building', 'trial', 'graph'] as const;
type Phase = (typeof PHASES)[number];

export interface AdaptiveOptions {
  /** Number of slots from which a graph is built. */
  readonly threshold?: number;
  /** Schedules a task for idle time: how a graph grows in the background. Without it, it only grows with puts. */
  readonly later?: (task: () => void) => void;
  readonly makeKernel?: MakeKernel;
  readonly graph?: HnswOptions;
}

export interface AdaptiveIndex extends VectorIndex {
  readonly kernel: KernelName;
  readonly phase: Phase;
  /** Adds up to this many more vectors to a graph under construction. */
  work(vectors: number): void;
  /** The active index and the progress of a build, in words. */
  describe(): string;
}

/**
 * A scan that becomes a graph when it has grown large: from `threshold` slots on (default 300,000) a graph is built
 * in parallel, a few vectors at a time, while the scan answers. The finished graph is tried on the next queries; if
 * it finds what the scan finds, it replaces the scan, else the scan stays. Throws `invalid_input` for dimensions or a
 * threshold out of range.
 */
export function createAdaptiveIndex(
  dimensions: number,
  options: AdaptiveOptions = {},
): AdaptiveIndex {
  const { threshold = 300_000 } = options;
  if (!Number.isInteger(threshold) || threshold < 1) {
    throw new MnemeError('invalid_input', 'A threshold is a whole number from 1.', {
      field: 'threshold',
      value: threshold,
    });
  }
  return new ChoosingIndex(dimensions, { ...options, threshold });
}

class ChoosingIndex implements AdaptiveIndex {
  readonly kernel: KernelName;
  readonly format: string;
  #phase: Phase = 'scan';
  #scan: ExactIndex | null;
  #graph: HnswIndex | null = null;
  #trial = new GraphTrial();
  /** Slots below this one are in the graph. */
  #built = 0;
  #threshold: number;
  /** The graph failed its last trial. */
  #failed = false;
  /** Slots of the graph, and the phase, at the last dump or restore. */
  #kept: { built: number; phase: Phase } = { built: 0, phase: 'scan' };
  #waiting = false;
  /** While pieces of it are stored, which takes several turns of the event loop, it must not change by itself. */
  #dumping = false;

  constructor(
    readonly dimensions: number,
    private readonly options: AdaptiveOptions & { readonly threshold: number },
  ) {
    this.#threshold = options.threshold;
    this.#scan = createExactIndex(dimensions, options.makeKernel);
    this.kernel = this.#scan.kernel;
    this.format = `adaptive-1/${this.#scan.format}/${createHnswIndex(dimensions, options.graph).format}`;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get size(): number {
    return this.#answering.size;
  }

  get bytes(): number {
    return (this.#scan?.bytes ?? 0) + (this.#graph?.bytes ?? 0);
  }

  get beyondScan(): boolean {
    return this.#phase !== 'scan';
  }

  get worthKeeping(): boolean {
    return (
      this.#phase !== this.#kept.phase || this.#built - this.#kept.built > this.size * WORTH_KEEPING
    );
  }

  put(slot: number, vector: Int8Array): void {
    if (this.#scan !== null) {
      this.#scan.put(slot, vector);
      if (slot < this.#built) this.#graph?.put(slot, vector);
    } else {
      this.#graph?.put(slot, vector);
      return;
    }
    if (this.#phase === 'trial') this.#catchUp();
    if (this.#phase === 'scan' && this.size >= this.#threshold) this.#begin();
    // Opening a bank of a million vectors puts them one by one and must not wait for a graph.
    if (this.options.later === undefined) this.work(PER_PUT);
    else this.#goOn();
  }

  has(slot: number): boolean {
    return this.#answering.has(slot);
  }

  vector(slot: number): Int8Array | null {
    return this.#answering.vector(slot);
  }

  similarity(slot: number, query: Float32Array): number {
    return this.#answering.similarity(slot, query);
  }

  similarities(slots: ArrayLike<number>, query: Float32Array): Float32Array {
    return this.#answering.similarities(slots, query);
  }

  nearest(query: Float32Array, k: number, accepts?: (slot: number) => boolean): NearestSlots {
    const found = this.#answering.nearest(query, k, accepts);
    if (this.#phase === 'trial' && !this.#dumping) this.#try(query);
    return found;
  }

  work(vectors: number): void {
    const scan = this.#scan;
    const graph = this.#graph;
    if (this.#dumping) return this.#goOn();
    if (this.#phase !== 'building' || scan === null || graph === null) return;
    const until = Math.min(scan.size, this.#built + vectors);
    for (; this.#built < until; this.#built++) {
      const vector = scan.vector(this.#built);
      if (vector !== null) graph.put(this.#built, vector);
    }
    if (this.#built === scan.size) this.#phase = 'trial';
    else this.#goOn();
  }

  describe(): string {
    const among = `${this.size} vectors`;
    switch (this.#phase) {
      case 'scan':
        return this.#failed ? `scan of ${among} (a graph found too little)` : `scan of ${among}`;
      case 'building':
        return `scan of ${among}, graph under construction: ${this.#built} of ${this.size}`;
      case 'trial':
        return `scan of ${among}, graph on trial`;
      case 'graph':
        return `graph of ${among}, breadth ${this.#graph?.breadth ?? 0}`;
    }
  }

  /** Phase and progress, then the scan's pieces if there is one, then the graph's. */
  *dump(): Iterable<Uint8Array> {
    const head = [
      PHASES.indexOf(this.#phase),
      this.#built,
      this.#threshold,
      Number(this.#failed),
      this.#graph?.breadth ?? 0,
    ];
    this.#dumping = true;
    try {
      yield new Uint8Array(Int32Array.of(...head, ...this.#trial.state).buffer);
      if (this.#scan !== null) yield* this.#scan.dump();
      yield SEPARATOR;
      if (this.#graph !== null) yield* this.#graph.dump();
      this.#kept = { built: this.#built, phase: this.#phase };
    } finally {
      this.#dumping = false;
    }
  }

  restore(pieces: Iterable<Uint8Array>): void {
    const each = pieces[Symbol.iterator]();
    const numbers = new Int32Array(nextPiece(each).slice().buffer);
    const [phase = 0, built = 0, threshold = this.#threshold, failed = 0, breadth = 0] = numbers;
    this.#phase = PHASES[phase] ?? 'scan';
    this.#built = built;
    // The threshold after a failed trial is kept; otherwise the configured one may have changed.
    this.#threshold = failed === 1 ? threshold : this.options.threshold;
    this.#failed = failed === 1;
    this.#trial.restore(numbers.slice(HEAD_LENGTH));
    const scanned = untilSeparator(each);
    if (this.#phase === 'graph') {
      this.#scan = null;
      for (const piece of scanned)
        throw new MnemeError('corrupt', `The stored vectors hold ${piece.length} bytes too many.`);
    } else {
      this.#scan?.restore(scanned);
    }
    if (this.#phase !== 'scan') {
      this.#graph = createHnswIndex(this.dimensions, this.options.graph);
      this.#graph.restore({ [Symbol.iterator]: () => each });
      if (this.#phase === 'graph') this.#graph.breadth = breadth;
    }
    // A dump that is read directly ends only now.
    each.next();
    this.#kept = { built, phase: this.#phase };
    if (this.#phase === 'scan' && this.size >= this.#threshold) this.#begin();
    this.#goOn();
  }

  get #answering(): VectorIndex {
    const index = this.#scan ?? this.#graph;
    // One of the two always exists.
    if (index === null)
      throw new MnemeError('unavailable', 'The index holds neither scan nor graph.');
    return index;
  }

  #begin(): void {
    this.#phase = 'building';
    this.#graph = createHnswIndex(this.dimensions, this.options.graph);
    this.#built = 0;
    this.#goOn();
  }

  /** Schedules the next step. Does not keep an unreferenced index alive. */
  #goOn(): void {
    const { later } = this.options;
    if (later === undefined || this.#waiting || this.#phase !== 'building') return;
    this.#waiting = true;
    const self = new WeakRef(this);
    later(() => self.deref()?.step());
  }

  /** One background step. */
  step(): void {
    this.#waiting = false;
    this.work(PER_STEP);
  }

  /** A vector added during the trial goes into both indexes. */
  #catchUp(): void {
    this.#phase = 'building';
    this.work(Infinity);
  }

  #try(query: Float32Array): void {
    const scan = this.#scan;
    const graph = this.#graph;
    if (scan === null || graph === null) return;
    this.#trial.compare(query, scan, graph);
    const verdict = this.#trial.verdict();
    if (verdict === null) return;
    this.#failed = verdict === 0;
    this.#trial = new GraphTrial();
    if (this.#failed) {
      this.#phase = 'scan';
      this.#graph = null;
      this.#built = 0;
      this.#threshold = this.size * RETRY_GROWTH;
    } else {
      this.#phase = 'graph';
      this.#scan = null;
      graph.breadth = verdict;
    }
  }
}

/** Numbers at the head of a dump before those of the trial. */
const HEAD_LENGTH = 5;

function* untilSeparator(pieces: Iterator<Uint8Array>): Generator<Uint8Array> {
  for (
    let next = pieces.next();
    next.done !== true && next.value.length !== SEPARATOR.length;
    next = pieces.next()
  )
    yield next.value;
}

/** Creates the indexes of all banks and can report on them, without keeping any of them alive. */
export class VectorIndexes {
  readonly #kernel: string;
  #made: WeakRef<AdaptiveIndex>[] = [];

  /** Throws as {@link createAdaptiveIndex} does. */
  constructor(private readonly options: AdaptiveOptions = {}) {
    this.#kernel = createAdaptiveIndex(1, options).kernel;
  }

  create(dimensions: number): AdaptiveIndex {
    const index = createAdaptiveIndex(dimensions, this.options);
    this.#made = this.#made.filter((made) => made.deref() !== undefined);
    this.#made.push(new WeakRef(index));
    return index;
  }

  /** One line: what runs the inner loops, then each index that contains vectors. */
  describe(): string {
    const held = this.#made
      .map((made) => made.deref())
      .filter((index) => index !== undefined && index.size > 0);
    return [this.#kernel, ...held.map((index) => index?.describe() ?? '')].join('; ');
  }
}
