import { SeededRandom } from './dense-vectors.js';

/** Points of the open unit ball, concatenated: `count` × `dimensions` numbers. */
export interface Points {
  readonly dimensions: number;
  readonly values: Float64Array;
}

/** Node numbers: the first is below the second. */
export type Pair = readonly [below: number, above: number];

export interface PoincareOptions {
  readonly dimensions: number;
  readonly seed: number;
  /** Passes over all pairs, including the burn-in. */
  readonly epochs: number;
  /** Passes at a tenth of the rate, which find the angles before the radii. */
  readonly burnIn: number;
  readonly rate: number;
  /** Unrelated nodes drawn per pair. */
  readonly negatives: number;
}

export const POINCARE_DEFAULTS = Object.freeze({
  dimensions: 32,
  seed: 1,
  epochs: 60,
  burnIn: 10,
  rate: 0.3,
  negatives: 10,
}) satisfies PoincareOptions;

/** Maximum radius of a point: beyond it, distances exceed the precision of a number. */
export const BORDER = 1 - 1e-5;
const START = 1e-3;
const TINY = 1e-12;

/**
 * Distance in the Poincaré ball, d = arcosh(1 + 2‖x−y‖²/((1−‖x‖²)(1−‖y‖²))), at least 0. A metric. Finite also for
 * points that rounding has put on the border.
 */
export function poincareDistance(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let apart = 0;
  let lengthX = 0;
  let lengthY = 0;
  for (let at = 0; at < x.length; at++) {
    const a = x[at] as number;
    const b = y[at] as number;
    apart += (a - b) * (a - b);
    lengthX += a * a;
    lengthY += b * b;
  }
  return arcosh1p((2 * apart) / (Math.max(TINY, 1 - lengthX) * Math.max(TINY, 1 - lengthY)));
}

/** arcosh(1 + z), exact even for tiny z. */
function arcosh1p(z: number): number {
  return Math.log1p(z + Math.sqrt(z * (z + 2)));
}

/** A view of the point's own numbers. */
export function pointOf(points: Points, node: number): Float64Array {
  return points.values.subarray(node * points.dimensions, (node + 1) * points.dimensions);
}

/** Points near the centre, where training starts; `known` points keep their places, new ones are placed next to it. */
export function startPoints(
  count: number,
  dimensions: number,
  random: SeededRandom,
  known?: Points,
): Points {
  const values = new Float64Array(count * dimensions);
  for (let at = 0; at < values.length; at++) values[at] = (random.next() * 2 - 1) * START;
  if (known !== undefined)
    values.set(known.values.subarray(0, Math.min(known.values.length, values.length)));
  return { dimensions, values };
}

/**
 * Embeds a hierarchy so that related nodes are close to each other and higher nodes are closer to the centre (Nickel
 * and Kiela 2017): Riemannian stochastic gradient descent on a softmax over negative distances, against randomly
 * drawn nodes. Changes `points` in place. Deterministic by seed. `related` says what must not be drawn.
 */
export function trainPoincare(
  points: Points,
  pairs: readonly Pair[],
  related: (a: number, b: number) => boolean,
  options: PoincareOptions,
): void {
  const random = new SeededRandom(options.seed);
  const count = points.values.length / points.dimensions;
  if (count < 2) return;
  const softmax = new Softmax(points, options.negatives + 1);
  const order = Int32Array.from(pairs, (_, at) => at);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    const rate = epoch < options.burnIn ? options.rate / 10 : options.rate;
    for (const at of order) {
      const [below, above] = pairs[at] as Pair;
      // Either end may be the anchor, so that siblings are separated as well as parents.
      const [anchor, wanted] = random.next() < 0.5 ? [below, above] : [above, below];
      softmax.start(anchor);
      softmax.add(wanted);
      for (let draw = 0; draw < options.negatives; draw++) {
        const other = random.below(count);
        if (other !== anchor && !related(anchor, other)) softmax.add(other);
      }
      softmax.apply(rate);
    }
  }
}

export function shuffle(order: Int32Array, random: SeededRandom): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const kept = order[at] as number;
    order[at] = order[other] as number;
    order[other] = kept;
  }
}

/** One step's softmax: the anchor, its related node, and the negatives. */
class Softmax {
  readonly #nodes: Int32Array;
  readonly #squares: Float64Array;
  readonly #products: Float64Array;
  readonly #chances: Float64Array;
  readonly #ofAnchor: Float64Array;
  readonly #ofNode: Float64Array;
  #count = 0;
  #anchor: Float64Array;
  #square = 0;
  #total = 0;

  constructor(
    private readonly points: Points,
    most: number,
  ) {
    this.#nodes = new Int32Array(most);
    this.#squares = new Float64Array(most);
    this.#products = new Float64Array(most);
    this.#chances = new Float64Array(most);
    this.#ofAnchor = new Float64Array(points.dimensions);
    this.#ofNode = new Float64Array(points.dimensions);
    this.#anchor = pointOf(points, 0);
  }

  start(anchor: number): void {
    this.#anchor = pointOf(this.points, anchor);
    this.#square = dot(this.#anchor, this.#anchor);
    this.#count = 0;
    this.#total = 0;
  }

  /** The first node added is the related one. */
  add(node: number): void {
    const at = this.#count++;
    const point = pointOf(this.points, node);
    this.#nodes[at] = node;
    this.#squares[at] = dot(point, point);
    this.#products[at] = dot(this.#anchor, point);
    const chance = Math.exp(-arcosh1p(this.#stretch(at)));
    this.#chances[at] = chance;
    this.#total += chance;
  }

  /** Moves all nodes down the gradient of the loss, the anchor last. */
  apply(rate: number): void {
    this.#ofAnchor.fill(0);
    for (let at = 0; at < this.#count; at++) {
      const node = pointOf(this.points, this.#nodes[at] as number);
      const pull = (at === 0 ? 1 : 0) - (this.#chances[at] as number) / this.#total;
      if (this.#addGradients(at, node, pull)) stepInBall(node, this.#ofNode, rate);
    }
    stepInBall(this.#anchor, this.#ofAnchor, rate);
  }

  /** The z in the distance's arcosh(1 + z). */
  #stretch(at: number): number {
    const square = this.#squares[at] as number;
    const apart = Math.max(0, this.#square + square - 2 * (this.#products[at] as number));
    return (2 * apart) / (Math.max(TINY, 1 - this.#square) * Math.max(TINY, 1 - square));
  }

  /** Adds the distance's Euclidean gradients by both ends (equation 4 of the paper) times `pull`; false if none. */
  #addGradients(at: number, node: Float64Array, pull: number): boolean {
    const z = this.#stretch(at);
    const root = Math.sqrt(z * (z + 2));
    if (root < TINY) return false;
    const square = this.#squares[at] as number;
    const product = this.#products[at] as number;
    const alpha = Math.max(TINY, 1 - this.#square);
    const beta = Math.max(TINY, 1 - square);
    const shared = (4 * pull) / (alpha * beta * root);
    const anchorOwn = (shared * (square - 2 * product + 1)) / alpha;
    const nodeOwn = (shared * (this.#square - 2 * product + 1)) / beta;
    const [anchor, sum, ofNode] = [this.#anchor, this.#ofAnchor, this.#ofNode];
    for (let axis = 0; axis < node.length; axis++) {
      const x = anchor[axis] as number;
      const y = node[axis] as number;
      sum[axis] = (sum[axis] as number) + anchorOwn * x - shared * y;
      ofNode[axis] = nodeOwn * y - shared * x;
    }
    return true;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/** One Riemannian step against the gradient, by retraction; the point stays within the border. */
export function stepInBall(
  point: Float64Array,
  gradient: Float64Array,
  rate: number,
  least = 0,
): void {
  const square = dot(point, point);
  const scale = (rate * (1 - square) * (1 - square)) / 4;
  let after = 0;
  for (let at = 0; at < point.length; at++) {
    const moved = (point[at] as number) - scale * (gradient[at] as number);
    point[at] = moved;
    after += moved * moved;
  }
  const length = Math.sqrt(after);
  const wanted = Math.min(BORDER, Math.max(least, length));
  if (length > 0 && wanted !== length)
    for (let at = 0; at < point.length; at++) point[at] = ((point[at] as number) * wanted) / length;
}
