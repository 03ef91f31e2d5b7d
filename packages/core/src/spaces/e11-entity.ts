import type { Edge } from '../domain/graph.js';
import { cosine, normalise } from './dense-vector.js';
import { type MemoryTriples, type Prediction, TransE, triplesOf } from './transe.js';
import type { Inquiry, Space, Subject } from './space.js';

const DIMENSIONS = 384;
/** Maximum number of triples learned per memory; a list of names costs no more than this. */
const MAX_TRIPLES = 12;
/** Weight of the completions h + r relative to the entities themselves. */
const COMPLETION = 0.5;

/** E11 with the operations that keep it current. */
export interface EntitySpace extends Space<Float32Array> {
  /** Adds the links of new memories, all of a memory's together: a bounded number of training steps per memory. */
  learn(edges: Iterable<Edge>): void;
  /** Further training steps on known triples. */
  practise(steps: number): void;
  /**
   * The memory's triples no longer contribute to codes; what was learned from them fades as other things are learned.
   */
  forget(memory: string): void;
  /** The entities that best complete (head, relation, ?), best first, by id; empty for an unknown head or relation. */
  predictTail(head: string, relation: string, k: number): readonly Prediction[];
}

/**
 * E11: who and what a memory is about, by TransE over the bank's own triples. A memory's code is the mean of its
 * entities' points and of the completions h + r of its triples; a query's code is that of the entities it names,
 * moved by the relation it asks for if its words name one. A memory without entities has none. Codes follow the
 * training: they are computed, never stored.
 */
export function createEntitySpace({ seed }: { readonly seed: number }): EntitySpace {
  const model = new TransE({ seed, dimensions: DIMENSIONS });
  const memories = new Map<string, MemoryTriples>();
  return {
    name: 'entity',
    id: 'mneme-transe-1',
    dimensions: DIMENSIONS,
    learn: (edges) => {
      for (const [memory, told] of triplesOf(edges)) {
        const triples = told.triples.slice(0, MAX_TRIPLES);
        memories.set(memory, { entities: told.entities, triples });
        model.learn(triples);
      }
    },
    practise: (steps) => model.practise(steps),
    forget: (memory) => void memories.delete(memory),
    predictTail: (head, relation, k) => model.predictTail(head, relation, k),
    memory: ({ id }: Pick<Subject, 'id'>) => {
      const told = memories.get(id);
      if (told === undefined) return null;
      return meanOf(
        model,
        told.entities,
        told.triples.map(({ head, relation }) => [head, relation]),
      );
    },
    query: ({ entities, terms }: Pick<Inquiry, 'entities' | 'terms'>) => {
      const asked = relationsAsked(
        model.relations,
        terms.map(({ term }) => term),
      );
      return meanOf(
        model,
        entities,
        entities.flatMap((entity) => asked.map((relation): [string, string] => [entity, relation])),
      );
    },
    similarity: cosine,
    likeness: cosine,
  };
}

/** Null when none of the entities is known. */
function meanOf(
  model: TransE,
  entities: readonly string[],
  completions: readonly (readonly [head: string, relation: string])[],
): Float32Array | null {
  const mean = new Float32Array(DIMENSIONS);
  let known = 0;
  for (const name of entities) known += add(mean, model.entity(name), 1 / entities.length);
  for (const [head, relation] of completions) {
    const point = model.entity(head);
    if (point === null) continue;
    add(mean, point, COMPLETION / completions.length);
    add(mean, model.relation(relation), COMPLETION / completions.length);
  }
  return known === 0 ? null : normalise(mean);
}

function add(sum: Float32Array, vector: Float32Array | null, amount: number): 0 | 1 {
  if (vector === null) return 0;
  for (let at = 0; at < sum.length; at++)
    sum[at] = (sum[at] as number) + amount * (vector[at] as number);
  return 1;
}

/**
 * Relations that a word of the query names: "live" asks for `lives_in`. Both are compared by prefix, because terms
 * are stems.
 */
function relationsAsked(relations: readonly string[], terms: readonly string[]): string[] {
  const words = terms.filter((term) => term.length >= 4);
  return relations.filter((relation) =>
    relation
      .split('_')
      .some(
        (part) =>
          part.length >= 4 && words.some((word) => part.startsWith(word) || word.startsWith(part)),
      ),
  );
}
