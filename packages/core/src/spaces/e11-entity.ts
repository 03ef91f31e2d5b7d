import { type Edge, nodeKind } from '../domain/graph.js';
import { cosine, normalise, SeededRandom, VectorTable } from './dense-vectors.js';
import type { Inquiry, Space, Subject } from './space.js';

/** A relation from a head to a tail, all three by name. */
export interface Triple {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
}

/** The triples that one memory's links give about the bank's entities. */
interface MemoryTriples {
  readonly entities: readonly string[];
  readonly triples: readonly Triple[];
}

/** The relation of a link between entities: its role, or for `related_to` the relation's own word. */
function relationOf({ role, label }: Pick<Edge, 'role' | 'label'>): string {
  return role === 'related_to' && label !== '' ? label : role;
}

/**
 * Reads links as triples of entities, memory by memory. A link between entities is one. If a memory has a speaker and
 * mentions something, that is one as well: the speaker `mentions` it. Contexts and times are not entities.
 */
export function triplesOf(edges: Iterable<Edge>): Map<string, MemoryTriples> {
  const speakers = new Map<string, Set<string>>();
  const mentioned = new Map<string, Set<string>>();
  const stated = new Map<string, Triple[]>();
  for (const edge of edges) {
    const [from, to] = [nodeKind(edge.from), nodeKind(edge.to)];
    if (from === 'memory' && to === 'entity')
      addTo(edge.role === 'said_by' ? speakers : mentioned, edge.from, edge.to);
    if (from === 'entity' && to === 'entity' && edge.from !== edge.to && edge.evidence !== null) {
      const triple = { head: edge.from, relation: relationOf(edge), tail: edge.to };
      stated.set(edge.evidence, [...(stated.get(edge.evidence) ?? []), triple]);
    }
  }
  const memories = new Set([...speakers.keys(), ...mentioned.keys(), ...stated.keys()]);
  return new Map(
    Array.from(memories, (memory): [string, MemoryTriples] => {
      const told = stated.get(memory) ?? [];
      const saying = [...(speakers.get(memory) ?? [])];
      const named = [...(mentioned.get(memory) ?? [])];
      const said = saying.flatMap((head) =>
        named
          .filter((tail) => tail !== head)
          .map((tail): Triple => ({ head, relation: 'mentions', tail })),
      );
      const entities = new Set([
        ...named,
        ...told.flatMap(({ head, tail }) => [head, tail]),
        ...saying,
      ]);
      return [memory, { entities: [...entities], triples: [...told, ...said] }];
    }),
  );
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

interface TransEOptions {
  readonly seed: number;
  /** Default: 384. */
  readonly dimensions?: number;
  /** The margin by which a true triple should be closer than a false one. Default: 1. */
  readonly margin?: number;
  /** Default: 0.05. */
  readonly rate?: number;
}

/** An entity and how well it fits: its negated distance, 0 at best. */
interface Prediction {
  readonly entity: string;
  readonly score: number;
}

/** Training steps on a new triple, and as many on earlier ones, so that they are not forgotten. */
const STEPS_NEW = 3;
const STEPS_OLD = 3;
/** Number of triples kept for further training, a uniform sample of all (algorithm R; Vitter 1985). */
const RESERVOIR = 50_000;
/** Maximum draws until a corrupted triple is not a known one. */
const DRAWS = 8;

/** Counts of a relation's triples, heads and tails: they decide which side to corrupt. */
interface RelationCounts {
  triples: number;
  readonly heads: Set<number>;
  readonly tails: Set<number>;
}

/**
 * TransE (Bordes, Usunier, Garcia-Durán, Weston and Yakhnenko 2013), trained as triples arrive: entities are points,
 * relations translations, and h + r should be close to t. Stochastic gradient descent on the margin ranking loss with
 * Euclidean distance; false triples by the relation's own shape (Bernoulli sampling; Wang, Zhang, Feng and Chen
 * 2014). A bounded number of steps per triple. Deterministic by seed and order of arrival.
 */
export class TransE {
  readonly #entities: VectorTable;
  readonly #relations: VectorTable;
  readonly #counts: RelationCounts[] = [];
  readonly #known = new Set<string>();
  readonly #sample: [head: number, relation: number, tail: number][] = [];
  readonly #random: SeededRandom;
  readonly #margin: number;
  readonly #rate: number;
  #seen = 0;

  constructor({ seed, dimensions = 384, margin = 1, rate = 0.05 }: TransEOptions) {
    this.#random = new SeededRandom(seed);
    this.#margin = margin;
    this.#rate = rate;
    this.#entities = new VectorTable(dimensions, this.#random);
    this.#relations = new VectorTable(dimensions, this.#random);
  }

  /** Known relations, in order of arrival. */
  get relations(): readonly string[] {
    return this.#relations.names;
  }

  get entities(): readonly string[] {
    return this.#entities.names;
  }

  /** Adds triples, with a few steps each. A repeated triple is trained again. */
  learn(triples: Iterable<Triple>): void {
    for (const triple of triples) {
      const kept = this.#take(triple);
      for (let step = 0; step < STEPS_NEW; step++) this.#step(kept);
      this.practise(STEPS_OLD);
    }
  }

  /** Further steps on known triples, for idle time. */
  practise(steps: number): void {
    if (this.#sample.length === 0) return;
    for (let step = 0; step < steps; step++)
      this.#step(this.#sample[this.#random.below(this.#sample.length)] as [number, number, number]);
  }

  /** The entity's point, of length at most 1; null if unknown. */
  entity(name: string): Float32Array | null {
    return this.#entities.get(name);
  }

  /** The relation's translation; null if unknown. */
  relation(name: string): Float32Array | null {
    return this.#relations.get(name);
  }

  /**
   * The entities that best complete (head, relation, ?), best first, without the head itself but with the known
   * tails. Empty for an unknown head or relation.
   */
  predictTail(head: string, relation: string, k: number): readonly Prediction[] {
    const from = this.#entities.number(head);
    const by = this.#relations.number(relation);
    if (from < 0 || by < 0) return [];
    return this.entities
      .map((entity, at): Prediction => ({ entity, score: -this.#distance(from, by, at) }))
      .filter((_, at) => at !== from)
      .sort((a, b) => b.score - a.score)
      .slice(0, k);
  }

  #take({ head, relation, tail }: Triple): [number, number, number] {
    const kept: [number, number, number] = [
      this.#entities.place(head),
      this.#relations.place(relation),
      this.#entities.place(tail),
    ];
    const key = kept.join(' ');
    if (this.#known.has(key)) return kept;
    this.#known.add(key);
    const counts = (this.#counts[kept[1]] ??= { triples: 0, heads: new Set(), tails: new Set() });
    counts.triples++;
    counts.heads.add(kept[0]);
    counts.tails.add(kept[2]);
    this.#seen++;
    if (this.#sample.length < RESERVOIR) this.#sample.push(kept);
    else {
      const at = this.#random.below(this.#seen);
      if (at < RESERVOIR) this.#sample[at] = kept;
    }
    return kept;
  }

  /** One step on the triple against a false one, unless that is far enough away. */
  #step([head, relation, tail]: readonly [number, number, number]): void {
    const [falseHead, falseTail] = this.#corrupt(head, relation, tail);
    const near = this.#distance(head, relation, tail);
    const far = this.#distance(falseHead, relation, falseTail);
    if (this.#margin + near <= far) return;
    this.#move(head, relation, tail, near, -1);
    this.#move(falseHead, relation, falseTail, far, 1);
    for (const entity of new Set([head, tail, falseHead, falseTail]))
      this.#entities.shorten(entity);
  }

  #corrupt(head: number, relation: number, tail: number): readonly [number, number] {
    const { triples, heads, tails } = this.#counts[relation] as RelationCounts;
    const tailsPerHead = triples / heads.size;
    const headsPerTail = triples / tails.size;
    const replaceHead = this.#random.next() < tailsPerHead / (tailsPerHead + headsPerTail);
    let other = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      other = this.#random.below(this.#entities.names.length);
      if (
        !this.#known.has(
          replaceHead ? `${other} ${relation} ${tail}` : `${head} ${relation} ${other}`,
        )
      )
        break;
    }
    return replaceHead ? [other, tail] : [head, other];
  }

  #distance(head: number, relation: number, tail: number): number {
    const [h, r, t] = [
      this.#entities.at(head),
      this.#relations.at(relation),
      this.#entities.at(tail),
    ];
    let square = 0;
    for (let at = 0; at < h.length; at++) {
      const rest = (h[at] as number) + (r[at] as number) - (t[at] as number);
      square += rest * rest;
    }
    return Math.sqrt(square);
  }

  /** Along (sign 1) or against (sign -1) the gradient of the distance. */
  #move(head: number, relation: number, tail: number, distance: number, sign: 1 | -1): void {
    if (distance === 0) return;
    const [h, r, t] = [
      this.#entities.at(head),
      this.#relations.at(relation),
      this.#entities.at(tail),
    ];
    const scale = (sign * this.#rate) / distance;
    for (let at = 0; at < h.length; at++) {
      const pull = scale * ((h[at] as number) + (r[at] as number) - (t[at] as number));
      h[at] = (h[at] as number) + pull;
      r[at] = (r[at] as number) + pull;
      t[at] = (t[at] as number) - pull;
    }
  }
}

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
