import type { Readable } from '../read-text.js';
import type { Stemmer } from '../stem.js';
import { createCausalFeatures } from './causal-features.js';
import { bucketsOf, logistic, unpackWeights, type CausalModel } from './causal-model.js';
import { SHIPPED_CAUSAL_MODEL } from './shipped-causal-model.js';

export interface CausalJudge {
  /** Probability, 0..1, that the text states a cause, a purpose or an effect, in whatever words. */
  probability(text: Readable): number;
  /** Whether a cause counts as stated. */
  states(text: Readable): boolean;
}

/**
 * A fitted classifier for "is a cause stated here?", including texts without a connective ("Three died in
 * the blast"). English. It only classifies; `readCausalClauses` extracts the cause. Links between memories
 * are made from explicit cues alone.
 */
export function createCausalJudge(
  stemmer: Stemmer,
  model: CausalModel = SHIPPED_CAUSAL_MODEL,
): CausalJudge {
  const featuresOf = createCausalFeatures(stemmer);
  let unpacked: Float32Array | null = null;
  const probability = (text: Readable): number => {
    // Unpacked on demand: callers that only ask questions never need the weights.
    const weights = (unpacked ??= unpackWeights(model));
    return logistic(weights, model.intercept, bucketsOf(featuresOf(text), weights.length));
  };
  return { probability, states: (text) => probability(text) >= model.threshold };
}
