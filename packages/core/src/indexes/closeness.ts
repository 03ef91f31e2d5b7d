import type { VectorIndex } from '../ports/indexes.js';
import type { Postings } from './postings.js';

/** What is read from a bank: which slots are live, with what vectors and how many words. */
interface MeasuredBank {
  readonly size: number;
  readonly live: number;
  readonly vectors: VectorIndex;
  readonly postings: Pick<Postings, 'length'>;
  /** Slots of reflections. */
  readonly reflected: ReadonlySet<number>;
  isLive(slot: number): boolean;
}

/** How near a text is to a bank's memories, compared with how near they are to each other. */
export interface Closeness {
  /** Mean cosine of the text to its nearest memories. */
  readonly nearness: number;
  /** The same for the bank's own memories, and its deviation among them. */
  readonly mean: number;
  readonly deviation: number;
  /** Standard deviations by which the text is farther away than they are; below 0 it is nearer. */
  readonly deviations: number;
  /** Number of memories compared. */
  readonly memories: number;
}

/**
 * Minimum sample: the relative error of a standard deviation from n values is about 1 / √(2n), 5 % at 200; and a
 * smaller bank has too few subjects for a new one to be strange.
 */
export const MIN_MEMORIES = 200;
/** Number of neighbours averaged: a single near memory may be chance. */
const NEIGHBOURS = 5;
/**
 * The statistics are recomputed when the bank has grown by this factor, from its content at that size: a pure
 * function of the bank.
 */
const GROWTH = 1.25;
/** Memories sampled evenly over the bank as references, and how many of those are measured. */
const REFERENCES = 1_024;
const MEASURED = 128;

interface Spread {
  readonly upTo: number;
  readonly references: readonly number[];
  readonly mean: number;
  readonly deviation: number;
}

/**
 * The distance of a text to its nearest memories, and the distribution of that distance within the bank
 * (distance-based outliers: Knorr and Ng 1998; the k nearest: Angiulli and Pizzuti 2002). It makes no assumption on
 * the bank's shape: a bank of several subjects has no centre, and everything is far from it. Cached between two
 * milestones of the bank's size; recomputing gives the same result.
 */
export class ClosenessGauge {
  #spread: Spread | null = null;

  constructor(private readonly index: MeasuredBank) {}

  /** Null while the bank has too few memories with vectors, or they are all alike. */
  of(vector: Int8Array): Closeness | null {
    const spread = this.#current();
    if (spread === null || spread.deviation === 0) return null;
    const fresh = this.#live(Math.max(spread.upTo, this.index.size - REFERENCES), this.index.size);
    const nearness = this.#nearness(Float32Array.from(vector), [
      ...spread.references.filter((slot) => this.index.isLive(slot)),
      ...fresh,
    ]);
    const { mean, deviation } = spread;
    return {
      nearness,
      mean,
      deviation,
      deviations: (mean - nearness) / deviation,
      memories: this.index.live,
    };
  }

  #current(): Spread | null {
    const { size } = this.index;
    if (this.index.live < MIN_MEMORIES) return null;
    const upTo = milestone(size);
    if (this.#spread?.upTo !== upTo) this.#spread = this.#measure(upTo);
    return this.#spread.references.length < MIN_MEMORIES ? null : this.#spread;
  }

  #measure(upTo: number): Spread {
    const references = evenly(this.#live(0, upTo), REFERENCES);
    const values = evenly(references, MEASURED).map((slot) =>
      this.#nearness(
        Float32Array.from(this.index.vectors.vector(slot) ?? []),
        references.filter((other) => other !== slot),
      ),
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const variance =
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
    return { upTo, references, mean, deviation: Math.sqrt(variance) };
  }

  #nearness(query: Float32Array, slots: readonly number[]): number {
    const best = new Float64Array(NEIGHBOURS);
    for (const score of this.index.vectors.similarities(slots, query)) {
      if (score <= (best[0] ?? 0)) continue;
      best[0] = score;
      best.sort();
    }
    return best.reduce((sum, value) => sum + value, 0) / NEIGHBOURS;
  }

  /** Live slots with a vector that are informative: neither reflections nor texts of only a few words. */
  #live(from: number, to: number): number[] {
    const slots: number[] = [];
    for (let slot = from; slot < to; slot++) {
      if (
        this.index.isLive(slot) &&
        this.index.vectors.has(slot) &&
        !this.index.reflected.has(slot) &&
        this.index.postings.length(slot) >= MIN_WORDS
      )
        slots.push(slot);
    }
    return slots;
  }
}

/** Minimum content words: a shorter text is near to nothing, whatever it says. */
export const MIN_WORDS = 4;

/** The latest size, up to this one, at which the statistics are computed. */
function milestone(size: number): number {
  let at = MIN_MEMORIES;
  while (Math.ceil(at * GROWTH) <= size) at = Math.ceil(at * GROWTH);
  return Math.min(at, size);
}

/** At most `count` items of a list, evenly spaced. */
function evenly<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from(
    { length: count },
    (_, at) => list[Math.floor((at * list.length) / count)] as T,
  );
}
