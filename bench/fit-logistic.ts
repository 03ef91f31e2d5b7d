import { logistic } from '../packages/core/src/language/causal/causal-judgement.js';

export interface Example {
  readonly buckets: Uint32Array;
  readonly label: boolean;
}

export interface Fitted {
  readonly weights: Float64Array;
  readonly intercept: number;
}

/** Chosen once on the whole development set by order of magnitude; the figures hardly move around it. */
export const LOGISTIC_DEFAULTS = {
  buckets: 1 << 14,
  l2: 2e-4,
  steps: 150,
  rate: 10,
  momentum: 0.9,
} as const;

/** L2-regularised logistic regression by full gradients with heavy-ball momentum (Polyak 1964): the same examples give the same weights. */
export function fitLogistic(
  examples: readonly Example[],
  { buckets, l2, steps, rate, momentum } = LOGISTIC_DEFAULTS,
): Fitted {
  const weights = new Float64Array(buckets);
  const velocity = new Float64Array(buckets);
  const gradient = new Float64Array(buckets);
  let intercept = 0;
  let drift = 0;
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    let slope = 0;
    for (const { buckets: own, label } of examples) {
      const error = logistic(weights, intercept, own) - Number(label);
      const share = error / Math.sqrt(Math.max(1, own.length));
      slope += error;
      for (const bucket of own) gradient[bucket] = (gradient[bucket] ?? 0) + share;
    }
    for (let at = 0; at < buckets; at++) {
      velocity[at] =
        momentum * (velocity[at] ?? 0) -
        rate * ((gradient[at] ?? 0) / examples.length + l2 * (weights[at] ?? 0));
      weights[at] = (weights[at] ?? 0) + (velocity[at] ?? 0);
    }
    drift = momentum * drift - (rate * slope) / examples.length;
    intercept += drift;
  }
  return { weights, intercept };
}

/** Folds of a seeded shuffle: the same numbers, in an order that no file chose. */
export function shuffledFolds(size: number, folds: number, seed: number): number[][] {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
  const order = Array.from({ length: size }, (_, at) => at);
  for (let at = size - 1; at > 0; at--) {
    const other = below(at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return Array.from({ length: folds }, (_, fold) =>
    order.filter((_each, at) => at % folds === fold),
  );
}

/** A probability for every example, each by a fit on the other folds. */
export function outOfFold(
  examples: readonly Example[],
  folds: readonly (readonly number[])[],
): Float64Array {
  const probabilities = new Float64Array(examples.length);
  for (const fold of folds) {
    const held = new Set(fold);
    const { weights, intercept } = fitLogistic(examples.filter((_, at) => !held.has(at)));
    for (const at of fold)
      probabilities[at] = logistic(weights, intercept, examples[at]?.buckets ?? new Uint32Array());
  }
  return probabilities;
}

export interface Judged {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly accuracy: number;
}

/** How well the answers fit the labels; F1, precision and recall of the positive class. */
export function judge(answers: readonly boolean[], labels: readonly boolean[]): Judged {
  const count = (answer: boolean, label: boolean): number =>
    answers.filter((each, at) => each === answer && labels[at] === label).length;
  const [hits, wrong, missed, right] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  return {
    f1: (2 * hits) / Math.max(1, 2 * hits + wrong + missed),
    precision: hits / Math.max(1, hits + wrong),
    recall: hits / Math.max(1, hits + missed),
    accuracy: (hits + right) / Math.max(1, answers.length),
  };
}

/** The probability from which on answering yes gives the best F1; steps of 0.01. */
export function bestThreshold(
  probabilities: ArrayLike<number>,
  labels: readonly boolean[],
): number {
  const steps = Array.from({ length: 61 }, (_, step) => 0.2 + step / 100);
  const f1 = steps.map(
    (threshold) =>
      judge(
        Array.from(probabilities, (probability) => probability >= threshold),
        labels,
      ).f1,
  );
  return Number((steps[f1.indexOf(Math.max(...f1))] ?? 0.5).toFixed(2));
}
