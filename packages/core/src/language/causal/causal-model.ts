import { hashText } from '../text-hash.js';

/** The parameters of a fitted classifier of whether a text states a cause. */
export interface CausalModel {
  /** One signed byte per bucket, in base64; a feature's bucket is its hash modulo their number, a power of two. */
  readonly weights: string;
  /** The value of a weight of 1, in logits. */
  readonly scale: number;
  readonly intercept: number;
  /** Minimum probability at which a cause counts as stated: the value with the highest F1 on held-out sentences. */
  readonly threshold: number;
  readonly fittedOn: string;
}

const SEED = 0x3c6ef372;

/** The distinct buckets of a text's features. `buckets` is a power of two. */
export function bucketsOf(features: readonly string[], buckets: number): Uint32Array {
  return Uint32Array.from(
    new Set(features.map((feature) => hashText(feature, SEED) & (buckets - 1))),
  );
}

/**
 * Logistic regression over hashed features (Weinberger et al. 2009), each text's features scaled to length 1: the
 * probability for a text with these buckets.
 */
export function logistic(
  weights: ArrayLike<number>,
  intercept: number,
  buckets: Uint32Array,
): number {
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return 1 / (1 + Math.exp(-intercept - sum / Math.sqrt(Math.max(1, buckets.length))));
}

export function packWeights(weights: Float64Array): Pick<CausalModel, 'weights' | 'scale'> {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
  const bytes = Int8Array.from(weights, (weight) => Math.round((weight * 127) / largest));
  return {
    weights: Buffer.from(bytes.buffer).toString('base64'),
    scale: Number((largest / 127).toPrecision(6)),
  };
}

export function unpackWeights({
  weights,
  scale,
}: Pick<CausalModel, 'weights' | 'scale'>): Float32Array {
  return Float32Array.from(
    new Int8Array(Buffer.from(weights, 'base64')),
    (weight) => weight * scale,
  );
}
