import { MnemeError } from '../../domain/errors.js';
import { FEATURES, type FeatureTable } from './features.js';

/** One dense layer; `weights` row by row, a row an output. */
export interface Layer {
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

/**
 * The learned fusion: standardised features → an average of small networks (one layer each is a linear ranker) → a logit.
 * Fitted listwise (ListNet: softmax over a query's candidates; Cao et al. 2007) by `npm run bench -- fit`.
 */
export interface FusionModel {
  /** The features it was fitted with, in order; must equal {@link FEATURES}. */
  readonly features: readonly string[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly networks: readonly (readonly Layer[])[];
  /** Platt scaling from logit to the share of candidates with that logit that were evidence. */
  readonly slope: number;
  readonly intercept: number;
  readonly fittedOn: string;
}

/** Standardised features are cut off here, in fitting as in use: a rare flag must not outweigh everything. */
export const CLAMP = 6;

/** Throws `invalid_input` for weights that were fitted on other features: they would be laid on the wrong ones. */
export function assertFits(model: FusionModel): void {
  if (model.features.length === FEATURES.length && model.features.every((name, at) => name === FEATURES[at])) return;
  throw new MnemeError('invalid_input', `The fusion was fitted on ${model.features.length} features that are not today's ${FEATURES.length}.`, {
    field: 'model',
    value: model.fittedOn,
    hint: 'Fit it anew: npm run bench -- fit --file PATH.',
  });
}

/** A logit per candidate, in the table's order. */
export function scoreCandidates(model: FusionModel, table: FeatureTable): Float32Array {
  const width = FEATURES.length;
  const logits = new Float32Array(table.slots.length);
  const input = new Float64Array(width);
  for (let row = 0; row < logits.length; row++) {
    for (let column = 0; column < width; column++) {
      const value = ((table.values[row * width + column] ?? 0) - (model.mean[column] ?? 0)) / (model.scale[column] ?? 1);
      input[column] = Math.max(-CLAMP, Math.min(CLAMP, value));
    }
    let sum = 0;
    for (const network of model.networks) sum += forward(network, input);
    logits[row] = sum / model.networks.length;
  }
  return logits;
}

function forward(network: readonly Layer[], input: Float64Array): number {
  let values: Float64Array = input;
  network.forEach((layer, depth) => {
    const outputs = new Float64Array(layer.bias.length);
    for (let out = 0; out < outputs.length; out++) {
      let sum = layer.bias[out] ?? 0;
      const start = out * values.length;
      for (let at = 0; at < values.length; at++) sum += (layer.weights[start + at] ?? 0) * (values[at] ?? 0);
      outputs[out] = depth === network.length - 1 ? sum : Math.tanh(sum);
    }
    values = outputs;
  });
  return values[0] ?? 0;
}

export function probability(model: FusionModel, logit: number): number {
  return 1 / (1 + Math.exp(-(model.slope * logit + model.intercept)));
}
