import { SeededRandom } from './dense-vectors.js';
import { type Pair, pointOf, type Points, shuffle, stepInBall } from './poincare.js';

/** Width of the cones (K of the paper). */
const WIDTH = 0.1;
/** Cones start outside this radius; closer to the centre they would contain everything: 2K/(1+√(1+4K²)). */
export const INNER_RADIUS = (2 * WIDTH) / (1 + Math.sqrt(1 + 4 * WIDTH * WIDTH)) + 1e-6;
const TINY = 1e-9;
/** Weight of the common axis relative to a point's own direction. */
const TILT = 1.5;
/** How far out the outermost points start. */
const OUTER_START = 0.6;

export interface ConeOptions {
  readonly seed: number;
  readonly epochs: number;
  readonly rate: number;
  readonly negatives: number;
  /** Margin, in radians, by which what is not below must be outside the cone. */
  readonly margin: number;
}

export const CONE_DEFAULTS = Object.freeze({
  seed: 1,
  epochs: 60,
  rate: 0.03,
  negatives: 6,
  margin: 0.1,
}) satisfies ConeOptions;

/** Half the opening angle of a point's cone, in radians, 0..π/2: wide near the centre, narrow at the border. */
export function aperture(apex: ArrayLike<number>): number {
  const length = Math.max(INNER_RADIUS, Math.sqrt(dot(apex, apex)));
  return Math.asin(Math.min(1, (WIDTH * Math.max(0, 1 - length * length)) / length));
}

/** The angle between a cone's axis and the direction from its apex to a point, in radians, 0..π. */
export function angleTo(apex: ArrayLike<number>, point: ArrayLike<number>): number {
  return Math.acos(cosineAt(dot(apex, apex), dot(point, point), dot(apex, point)));
}

/** Soft membership of a point in a cone: 1 inside, exp(−2 × the angle outside) beyond. */
export function membership(apex: ArrayLike<number>, point: ArrayLike<number>): number {
  return Math.exp(-2 * Math.max(0, angleTo(apex, point) - aperture(apex)));
}

/** Whether the cone contains the point; up to `slack` radians beyond its rim still count. */
export function holds(apex: ArrayLike<number>, point: ArrayLike<number>, slack = 0): boolean {
  return angleTo(apex, point) <= aperture(apex) + slack;
}

/**
 * Hyperbolic entailment cones (Ganea, Bécigneul and Hofmann 2018): moves the points so that what is below a node is
 * in its cone and what is not stays `margin` outside, by Riemannian gradient descent on the max-margin loss of the
 * angle. `points`, from {@link startCones}, are changed in place. Deterministic by seed.
 */
export function trainCones(
  points: Points,
  pairs: readonly Pair[],
  isBelow: (lower: number, upper: number) => boolean,
  options: ConeOptions,
): void {
  const random = new SeededRandom(options.seed);
  const count = points.values.length / points.dimensions;
  const step = new ConeStep(points);
  const order = Int32Array.from(pairs, (_, at) => at);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    const rate = options.rate * (1 - epoch / (options.epochs + 1));
    for (const at of order) {
      const [lower, upper] = pairs[at] as Pair;
      step.pull(upper, lower, rate);
      step.push(lower, upper, options.margin, rate);
      for (let draw = 0; draw < options.negatives; draw++) {
        const other = random.below(count);
        const [apex, point] = draw % 2 === 0 ? [upper, other] : [other, lower];
        if (apex !== point && !isBelow(point, apex)) step.push(apex, point, options.margin, rate);
      }
    }
  }
}

/**
 * Moves the points of a Poincaré embedding, which surround the centre, to where cones can contain them: a cone is at
 * most a half-space, so all directions are tilted towards one axis, and radii are kept between the inner radius and
 * the border.
 */
export function startCones(points: Points, seed: number): Points {
  const random = new SeededRandom(seed);
  const started: Points = { dimensions: points.dimensions, values: points.values.slice() };
  for (let node = 0; node < points.values.length / points.dimensions; node++)
    tilt(pointOf(started, node), random);
  return started;
}

function tilt(point: Float64Array, random: SeededRandom): void {
  let length = Math.sqrt(dot(point, point));
  if (length < TINY) {
    for (let at = 0; at < point.length; at++) point[at] = (random.next() * 2 - 1) * TINY;
    length = Math.sqrt(dot(point, point));
  }
  const radius = INNER_RADIUS + (OUTER_START - INNER_RADIUS) * length;
  for (let at = 0; at < point.length; at++) point[at] = (point[at] as number) / length;
  point[0] = (point[0] as number) + TILT;
  const tilted = Math.sqrt(dot(point, point));
  for (let at = 0; at < point.length; at++) point[at] = ((point[at] as number) * radius) / tilted;
}

/** Steps along the gradient of how far a point is outside a cone. */
class ConeStep {
  readonly #ofApex: Float64Array;
  readonly #ofPoint: Float64Array;

  constructor(private readonly points: Points) {
    this.#ofApex = new Float64Array(points.dimensions);
    this.#ofPoint = new Float64Array(points.dimensions);
  }

  /** Moves the point into the cone. */
  pull(apex: number, point: number, rate: number): void {
    if (this.#outside(apex, point) > 0) this.#move(apex, point, 1, rate);
  }

  /** Moves the point out of the cone, until it is `margin` outside. */
  push(apex: number, point: number, margin: number, rate: number): void {
    if (this.#outside(apex, point) < margin) this.#move(apex, point, -1, rate);
  }

  #outside(apex: number, point: number): number {
    const x = pointOf(this.points, apex);
    return angleTo(x, pointOf(this.points, point)) - aperture(x);
  }

  #move(apex: number, point: number, sign: 1 | -1, rate: number): void {
    const x = pointOf(this.points, apex);
    const y = pointOf(this.points, point);
    const a = dot(x, x);
    const b = dot(y, y);
    const c = dot(x, y);
    const slope = angleSlope(a, b, c);
    const narrowing = apertureSlope(a);
    for (let at = 0; at < x.length; at++) {
      const ofX = x[at] as number;
      const ofY = y[at] as number;
      this.#ofApex[at] = sign * (2 * ofX * (slope.a - narrowing) + ofY * slope.c);
      this.#ofPoint[at] = sign * (2 * ofY * slope.b + ofX * slope.c);
    }
    stepInBall(x, clipped(this.#ofApex), rate, INNER_RADIUS);
    stepInBall(y, clipped(this.#ofPoint), rate, INNER_RADIUS);
  }
}

/** Cosine of the angle at the apex, from a = ‖x‖², b = ‖y‖², c = ⟨x, y⟩. */
function cosineAt(a: number, b: number, c: number): number {
  const above = c * (1 + a) - a * (1 + b);
  const below = Math.sqrt(
    Math.max(TINY, a) * Math.max(TINY, a + b - 2 * c) * Math.max(TINY, 1 + a * b - 2 * c),
  );
  return Math.min(1, Math.max(-1, above / below));
}

/** Derivatives of the angle by a, b and c. */
function angleSlope(a: number, b: number, c: number): { a: number; b: number; c: number } {
  const apart = Math.max(TINY, a + b - 2 * c);
  const mixed = Math.max(TINY, 1 + a * b - 2 * c);
  const below = Math.sqrt(Math.max(TINY, a) * apart * mixed);
  const cosine = Math.min(1 - 1e-7, Math.max(-1 + 1e-7, (c * (1 + a) - a * (1 + b)) / below));
  const outer = -1 / Math.sqrt(1 - cosine * cosine);
  return {
    a:
      outer *
      ((c - 1 - b) / below - (cosine / 2) * (1 / Math.max(TINY, a) + 1 / apart + b / mixed)),
    b: outer * (-a / below - (cosine / 2) * (1 / apart + a / mixed)),
    c: outer * ((1 + a) / below + cosine * (1 / apart + 1 / mixed)),
  };
}

/** Derivative of the aperture by a = ‖x‖². */
function apertureSlope(a: number): number {
  const sine = (WIDTH * (1 - a)) / Math.sqrt(a);
  return (-WIDTH * (1 + a)) / (2 * a ** 1.5 * Math.sqrt(Math.max(1e-4, 1 - sine * sine)));
}

/** Near the extremes of the angle the gradient is unbounded; steps are limited to this length. */
const LONGEST = 10;

function clipped(gradient: Float64Array): Float64Array {
  const length = Math.sqrt(dot(gradient, gradient));
  if (length > LONGEST)
    for (let at = 0; at < gradient.length; at++)
      gradient[at] = ((gradient[at] as number) * LONGEST) / length;
  return gradient;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
