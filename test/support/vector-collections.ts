/** Seeded collections of vectors for tests of vector indexes, and the truth about them. */

export type Uniform = () => number;

/** A small seeded generator (mulberry32): the same vectors on every run. */
export function uniform(seed: number): Uniform {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Nearly normal: the sum of four uniform numbers. */
export const bell = (next: Uniform): number => next() + next() + next() + next() - 2;

const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);

export interface Collection {
  readonly vectors: readonly Int8Array[];
  readonly queries: readonly Float32Array[];
}

/** Vectors around centres, as far from them as those are from the origin. */
export function clustered(
  count: number,
  dimensions: number,
  queries: number,
  seed = 12,
): Collection {
  const next = uniform(seed);
  const centres = times(Math.ceil(count / 100), () =>
    Float32Array.from({ length: dimensions }, () => bell(next)),
  );
  const near = (): Float32Array => {
    const centre = centres[Math.floor(next() * centres.length)] as Float32Array;
    return centre.map((value) => value + bell(next));
  };
  return {
    vectors: times(count, () => Int8Array.from(near(), (value) => Math.round(value * 30))),
    queries: times(queries, near),
  };
}

/** Sums of ±1 features with Zipf frequencies, 30 words and their subwords a text, 3 words of one text a query. */
export function textLike(
  count: number,
  dimensions: number,
  queries: number,
  seed = 13,
): Collection {
  const next = uniform(seed);
  const features = new Map<number, Int8Array>();
  const feature = (id: number): Int8Array => {
    const known = features.get(id);
    if (known !== undefined) return known;
    const sign = uniform(id * 7919 + 13);
    const made = Int8Array.from({ length: dimensions }, () => (sign() < 0.5 ? -1 : 1));
    features.set(id, made);
    return made;
  };
  const encode = (words: readonly number[]): Float32Array => {
    const sum = new Float32Array(dimensions);
    for (const word of words) {
      for (const values of [feature(word), feature(20_000 + (word % 3000))]) {
        for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (values[i] as number);
      }
    }
    return sum;
  };
  // A log-uniform rank has density 1/rank: Zipf's law over 20,000 words.
  const contents = times(count, () => times(30, () => Math.floor(20_000 ** next())));
  return {
    vectors: contents.map((words) =>
      Int8Array.from(encode(words), (value) => Math.max(-127, Math.min(127, value * 3))),
    ),
    queries: times(queries, () => {
      const words = contents[Math.floor(next() * count)] as number[];
      return encode(times(3, () => words[Math.floor(next() * words.length)] as number));
    }),
  };
}

/** Cosine in float64; 0 when either is zero. */
export function cosineOf(vector: Int8Array, query: Float32Array): number {
  let dot = 0;
  let squares = 0;
  let querySquares = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    const asked = query[i] as number;
    dot += value * asked;
    squares += value * value;
    querySquares += asked * asked;
  }
  return squares > 0 && querySquares > 0 ? dot / Math.sqrt(squares * querySquares) : 0;
}

/** Every slot that is accepted with its cosine, best first, ties to the lower slot. */
export function rankAll(
  vectors: readonly Int8Array[],
  query: Float32Array,
  accepts: (slot: number) => boolean = () => true,
): { slot: number; score: number }[] {
  return vectors
    .map((vector, slot) => ({ slot, score: cosineOf(vector, query) }))
    .filter(({ slot }) => accepts(slot))
    .sort((a, b) => b.score - a.score || a.slot - b.slot);
}
