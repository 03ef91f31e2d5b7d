import type { FusionModel } from '../../packages/core/src/recall/ranking/fusion-model.js';
import { movedWeights } from './moved-weights.js';

/**
 * The fusion's logits `sharp` times as large beside all other terms of a score, and chances by a temperature: each
 * setting gives the same chances for the same fusion alone, so that nothing but the mixture changes.
 */
export function sharpened(model: FusionModel, sharp: number, temperature: number): FusionModel {
  const { slope, intercept } = model;
  return {
    ...movedWeights(model, () => sharp),
    slope: slope / sharp / temperature,
    intercept: intercept / temperature,
  };
}
