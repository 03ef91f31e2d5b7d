import type { VectorIndex } from '../../../ports/vector-index.js';
import type { HnswIndex } from '../hnsw/hnsw-index.js';

/** Breadths tried, from the fastest on. */
export const BREADTHS = [128, 256, 512, 1024, 2048] as const;
/** Queries compared before it is decided. */
const QUERIES = 32;
/** Neighbours compared of each. */
const NEIGHBOURS = 10;
/** Share of the scan's neighbours that a graph has to find: above the 0.95 that is wanted, as the sample is small. */
const MIN_SHARE = 0.97;
/** Of equal scores any slot is right; the two indexes may round the query a little differently. */
const ROUNDING = 1e-4;

/**
 * Whether a graph finds what the scan finds, judged by the queries that are really asked: how broad a search must be depends
 * on how queries lie to vectors, and no property of the vectors alone tells it.
 */
export class GraphTrial {
  #queries = 0;
  #wanted = 0;
  readonly #hits = new Int32Array(BREADTHS.length);

  /** Asks both, without a filter. A query that finds nothing alike teaches nothing and is not counted. */
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

  /** The least breadth that finds enough, 0 when none does; null while too few queries were compared. */
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
