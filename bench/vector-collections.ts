import { contentTerms } from '../packages/core/src/language/terms.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { createSemanticEncoder } from '../packages/core/src/spaces/e01-semantic.js';
import { quantise } from '../packages/core/src/spaces/dense-vectors.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

export const COLLECTIONS = ['clustered', 'text', 'random'] as const;
export type CollectionName = (typeof COLLECTIONS)[number];

/** Vectors to be found and queries to find them with. */
export interface VectorCollection {
  readonly queries: readonly Float32Array[];
  /** Each vector as it is, for the truth, and as an index keeps it. */
  vectors(): Iterable<{ readonly exact: ArrayLike<number>; readonly stored: Int8Array }>;
}

export interface CollectionSize {
  readonly vectors: number;
  readonly dimensions: number;
  readonly queries: number;
  readonly seed: number;
}

/** A collection by name; the text's vectors have the encoder's dimensions, whatever is asked for. */
export function makeCollection(name: CollectionName, size: CollectionSize): VectorCollection {
  if (name === 'text') return texts(size);
  return name === 'random' ? random(size) : clustered(size);
}

/** Nearly normal: the sum of four uniform numbers. */
function bell(next: () => number): number {
  return next() + next() + next() + next() - 2;
}

/** No structure at all: the hardest there is, as every vector is about as far from the query as any other. */
function random({ vectors, dimensions, queries, seed }: CollectionSize): VectorCollection {
  const asked = seeded(seed + 1);
  const vector = (next: () => number): Float32Array =>
    Float32Array.from({ length: dimensions }, () => bell(next));
  return {
    queries: Array.from({ length: queries }, () => vector(asked)),
    *vectors() {
      const next = seeded(seed);
      for (let at = 0; at < vectors; at++) {
        const exact = vector(next);
        yield { exact, stored: quantise(exact) };
      }
    },
  };
}

/** A hundred vectors around each centre, as far from it as the centres are from the origin. */
function clustered({ vectors, dimensions, queries, seed }: CollectionSize): VectorCollection {
  const placed = seeded(seed + 2);
  const centres = Array.from({ length: Math.ceil(vectors / 100) }, () =>
    Float32Array.from({ length: dimensions }, () => bell(placed)),
  );
  const near = (next: () => number): Float32Array => {
    const centre = centres[Math.floor(next() * centres.length)] as Float32Array;
    return centre.map((value) => value + bell(next));
  };
  const asked = seeded(seed + 1);
  return {
    queries: Array.from({ length: queries }, () => near(asked)),
    *vectors() {
      const next = seeded(seed);
      for (let at = 0; at < vectors; at++) {
        const exact = near(next);
        yield { exact, stored: quantise(exact) };
      }
    },
  };
}

/** Invented turns and questions on some of them, encoded as the semantic space does; a question's words weigh by their rarity. */
function texts({ vectors, queries, seed }: CollectionSize): VectorCollection {
  const stemmer = createStemmer();
  const encoder = createSemanticEncoder(stemmer);
  const frequencies = new Map<string, number>();
  const stems: string[][] = [];
  const questions: string[] = [];
  for (const { input, question } of syntheticTurns(seed)) {
    if (stems.length === vectors) break;
    const terms = contentTerms(input.content, 'en', stemmer);
    stems.push(terms);
    for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    if (question !== null) questions.push(question);
  }
  const rarity = (term: string): number =>
    Math.log(1 + vectors / (1 + (frequencies.get(term) ?? 0)));
  const step = Math.max(1, Math.floor(questions.length / queries));
  return {
    queries: questions
      .filter((_, at) => at % step === 0)
      .slice(0, queries)
      .map((question) =>
        encoder.query(
          [...new Set(contentTerms(question, 'en', stemmer))].map((term) => ({
            term,
            weight: rarity(term),
          })),
        ),
      ),
    *vectors() {
      for (const terms of stems) {
        const stored = encoder.document('', terms);
        yield { exact: stored, stored };
      }
    },
  };
}
