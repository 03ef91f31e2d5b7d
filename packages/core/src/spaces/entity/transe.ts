import { SeededRandom } from '../seeded-random.js';
import type { Triple } from './triples.js';
import { VectorTable } from './vector-table.js';

export interface TransEOptions {
  readonly seed: number;
  /** Default: 384. */
  readonly dimensions?: number;
  /** The margin by which a true triple should be closer than a false one. Default: 1. */
  readonly margin?: number;
  /** Default: 0.05. */
  readonly rate?: number;
}

/** An entity and how well it fits: its negated distance, 0 at best. */
export interface Prediction {
  readonly entity: string;
  readonly score: number;
}

/** Steps on a triple when it arrives, and as many on earlier ones, so that they are not forgotten. */
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
 * TransE (Bordes, Usunier, Garcia-Durán, Weston and Yakhnenko 2013), trained as triples arrive: entities
 * are points, relations translations, and h + r should be close to t. Stochastic gradient descent on the
 * margin ranking loss with Euclidean distance; false triples by the relation's own shape (Bernoulli
 * sampling; Wang, Zhang, Feng and Chen 2014). A bounded number of steps per triple. Deterministic by seed
 * and order of arrival.
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
   * The entities that best complete (head, relation, ?), best first, without the head itself but with the
   * known tails. Empty for an unknown head or relation.
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
