import type { HnswIndex } from './hnsw/hnsw-index.js';
import type { VectorIndex } from '../../ports/indexes.js';

/** Search breadths (`ef`) to try, fastest first. */
export const BREADTHS = [128, 256, 512, 1024, 2048] as const;
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
export class GraphTrial {
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
