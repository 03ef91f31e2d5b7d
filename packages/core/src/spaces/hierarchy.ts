import { SeededRandom } from './dense-vectors.js';
import { CONE_DEFAULTS, holds, membership, startCones, trainCones } from './entailment-cones.js';
import {
  type Pair,
  POINCARE_DEFAULTS,
  poincareDistance,
  pointOf,
  type Points,
  startPoints,
  trainPoincare,
} from './poincare.js';
import { Reachability, type Relative, type Step } from './reachability.js';

export type { Relative, Step } from './reachability.js';

export interface HierarchyOptions {
  readonly seed: number;
  /** Dimensions of the ball, 32 to 64. Default: 32. */
  readonly dimensions?: number;
  /** Maximum gradient steps of one training of each kind; about a million per second. Default: 400,000. */
  readonly steps?: number;
}

const STEPS = 400_000;
/** Fewer passes than these have no effect. */
const MIN_EPOCHS = 5;
/** Share of the passes that new nodes among trained ones need. */
const WARM_SHARE = 1 / 3;
const BESIDE = 0.02;

interface Embedding {
  readonly nodes: number;
  readonly ball: Points;
  readonly cones: Points;
}

/**
 * A hierarchy of named nodes that grows step by step. Stated relations are answered exactly, from intervals, in
 * constant time; the likelihood of an unstated "is a" comes from entailment cones; the distance of two nodes from the
 * Poincaré ball. The embedding is trained on first use, and again, starting from its previous state, when the
 * hierarchy has grown.
 */
export class Hierarchy {
  readonly #told = new Reachability();
  #embedding: Embedding | null = null;
  #stale = true;

  constructor(private readonly options: HierarchyOptions) {}

  get nodes(): readonly string[] {
    return this.#told.nodes;
  }

  /** Steps that were rejected because they would close a cycle. */
  get circles(): readonly Step[] {
    return this.#told.circles;
  }

  /** Number of intervals in total and at most per node: an exact answer costs the logarithm of the latter. */
  get size(): Reachability['size'] {
    return this.#told.size;
  }

  has(node: string): boolean {
    return this.#told.has(node);
  }

  extend(steps: Iterable<Step>): void {
    for (const { child, parent } of steps) this.#told.add(child, parent);
    this.#stale = true;
  }

  /** Rebuilds the exact index, and retrains the embedding from scratch on next use. Exact answers stay the same. */
  rebuild(): void {
    this.#told.rebuild();
    this.#embedding = null;
    this.#stale = true;
  }

  /** Whether `lower` was stated to be below `upper`, directly or through others. */
  isBelow(lower: string, upper: string): boolean {
    return this.#told.isBelow(lower, upper);
  }

  /** A shortest chain of nodes from `lower` up to `upper`, both included; null if there is none. */
  chain(lower: string, upper: string): readonly string[] | null {
    return this.#told.chain(lower, upper);
  }

  /** All nodes above, nearest first. */
  ancestors(node: string): readonly Relative[] {
    return this.#told.above(node);
  }

  /** All nodes below, nearest first. */
  descendants(node: string): readonly Relative[] {
    return this.#told.below(node);
  }

  /** The lowest nodes above both, nearest to `a` first. */
  nearestCommon(a: string, b: string): readonly string[] {
    const common = this.ancestors(a)
      .map(({ node }) => node)
      .filter((node) => this.isBelow(b, node));
    return common.filter((node) => !common.some((other) => this.isBelow(other, node)));
  }

  /**
   * The likelihood that `lower` is below `upper`, 0..1, 1 within its cone; null for unknown nodes and for a hierarchy
   * too large to train.
   */
  likelihood(lower: string, upper: string): number | null {
    if (this.isBelow(lower, upper)) return 1;
    return this.#between(lower, upper, ({ cones }, from, to) =>
      membership(pointOf(cones, to), pointOf(cones, from)),
    );
  }

  /**
   * Whether the cone of `upper` contains `lower`, with a slack of half the training margin; null as for {@link
   * likelihood}.
   */
  contains(lower: string, upper: string): boolean | null {
    return this.#between(lower, upper, ({ cones }, from, to) =>
      holds(pointOf(cones, to), pointOf(cones, from), CONE_DEFAULTS.margin / 2),
    );
  }

  /** Distance in the Poincaré ball; null as for {@link likelihood}. */
  distance(a: string, b: string): number | null {
    return this.#between(a, b, ({ ball }, from, to) =>
      poincareDistance(pointOf(ball, from), pointOf(ball, to)),
    );
  }

  #between<T>(
    a: string,
    b: string,
    measure: (embedding: Embedding, a: number, b: number) => T,
  ): T | null {
    const from = this.#told.number(a);
    const to = this.#told.number(b);
    if (from < 0 || to < 0) return null;
    if (this.#stale) {
      this.#embedding = this.#train();
      this.#stale = false;
    }
    return this.#embedding === null ? null : measure(this.#embedding, from, to);
  }

  #train(): Embedding | null {
    const { seed, dimensions = POINCARE_DEFAULTS.dimensions, steps = STEPS } = this.options;
    const pairs = this.#pairs(steps / (MIN_EPOCHS * POINCARE_DEFAULTS.negatives));
    if (pairs === null || pairs.length === 0) return null;
    const known = this.#embedding;
    const random = new SeededRandom(seed + this.nodes.length);
    const ball = startPoints(this.nodes.length, dimensions, random, known?.ball);
    if (known !== null) this.#placeBesideParents(ball, known.nodes, random);
    const epochs = (most: number, negatives: number): number =>
      Math.max(MIN_EPOCHS, Math.min(most, Math.floor(steps / (pairs.length * negatives))));
    const share = known === null ? 1 : WARM_SHARE;
    const isBelow = (lower: number, upper: number): boolean => this.#told.covers(lower, upper);
    trainPoincare(ball, pairs, (a, b) => isBelow(a, b) || isBelow(b, a), {
      ...POINCARE_DEFAULTS,
      dimensions,
      seed,
      epochs: epochs(Math.round(POINCARE_DEFAULTS.epochs * share), POINCARE_DEFAULTS.negatives),
      burnIn: known === null ? POINCARE_DEFAULTS.burnIn : 0,
    });
    const cones = startCones(ball, seed);
    trainCones(cones, pairs, isBelow, {
      ...CONE_DEFAULTS,
      seed,
      epochs: epochs(CONE_DEFAULTS.epochs, CONE_DEFAULTS.negatives),
    });
    return { nodes: this.nodes.length, ball, cones };
  }

  /** Every pair of a node and a node above it; null if there are more than `most`. */
  #pairs(most: number): Pair[] | null {
    const pairs: Pair[] = [];
    for (const [number, node] of this.nodes.entries()) {
      for (const { node: above } of this.ancestors(node))
        pairs.push([number, this.#told.number(above)]);
      if (pairs.length > most) return null;
    }
    return pairs;
  }

  /** In a trained ball, a new node starts next to the first of its parents that has a place. */
  #placeBesideParents(ball: Points, known: number, random: SeededRandom): void {
    for (let node = known; node < this.nodes.length; node++) {
      const placed = this.ancestors(this.nodes[node] as string)
        .map((above) => this.#told.number(above.node))
        .find((above) => above < node);
      if (placed === undefined) continue;
      const at = pointOf(ball, placed);
      const point = pointOf(ball, node);
      for (let axis = 0; axis < point.length; axis++)
        point[axis] =
          (at[axis] as number) * (1 - BESIDE) + (random.next() * 2 - 1) * BESIDE * BESIDE;
    }
  }
}
