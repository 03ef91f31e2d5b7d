import type { Stemmer } from '../stem.js';
import { createCausalFeatures } from './causal-features.js';
import { bucketsOf, logistic, unpackWeights, type CausalModel } from './causal-model.js';
import { SHIPPED_CAUSAL_MODEL } from './shipped-causal-model.js';

export interface CausalJudge {
  /** How likely it is, 0..1, that the text states a cause, a purpose or an effect, in whatever words. */
  probability(text: string): number;
  /** Whether a cause counts as stated. */
  states(text: string): boolean;
}

/**
 * A fitted judge for "is a cause stated here?", also where no connective says so ("Three died in the blast"). English. It
 * judges; what the cause is, `readCausalClauses` reads. Links between memories are made of stated cues alone.
 */
export function createCausalJudge(
  stemmer: Stemmer,
  model: CausalModel = SHIPPED_CAUSAL_MODEL,
): CausalJudge {
  const featuresOf = createCausalFeatures(stemmer);
  let unpacked: Float32Array | null = null;
  const probability = (text: string): number => {
    // Who only asks never needs them.
    const weights = (unpacked ??= unpackWeights(model));
    return logistic(weights, model.intercept, bucketsOf(featuresOf(text), weights.length));
  };
  return { probability, states: (text) => probability(text) >= model.threshold };
}
