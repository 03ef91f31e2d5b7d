import { hashText } from '../hash-text.js';

/** A fitted judge of whether a text states a cause: figures only. */
export interface CausalModel {
  /** One signed byte a bucket, in base64; a feature's bucket is its hash modulo their number, a power of two. */
  readonly weights: string;
  /** What a weight of 1 is worth, in logits. */
  readonly scale: number;
  readonly intercept: number;
  /** From this probability on a cause counts as stated: where F1 was highest on sentences that were not fitted on. */
  readonly threshold: number;
  readonly fittedOn: string;
}

const SEED = 0x3c6ef372;

/** The buckets of a text's features, each once. `buckets` is a power of two. */
export function bucketsOf(features: readonly string[], buckets: number): Uint32Array {
  return Uint32Array.from(
    new Set(features.map((feature) => hashText(feature, SEED) & (buckets - 1))),
  );
}

/**
 * Logistic regression over hashed features (Weinberger et al. 2009), each text's features scaled to length 1:
 * a probability for the text whose buckets are given.
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
