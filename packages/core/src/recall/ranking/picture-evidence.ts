import type { Candidate } from '../candidate.js';
import type { FeatureTable } from './feature-list.js';
import { probability, type FusionModel } from './fusion-model.js';

/** Unrelated pictures reach this similarity by colours and composition alone. */
const CHANCE = 0.6;
const LEAST = 1e-6;

/**
 * Adds the pictures' evidence to the logits of the fusion, which was fitted on text. With a text, either
 * may be the reason (a noisy or: 1 - (1 - p)(1 - q)), where q grows from 0 at chance similarity to 1 for
 * the same picture. Without a text, the similarity itself is the score.
 */
export function addPictureEvidence(
  logits: Float32Array,
  table: FeatureTable,
  candidates: readonly Candidate[] | undefined,
  model: FusionModel,
  pictureAlone: boolean,
): Float32Array {
  if (candidates === undefined) return logits;
  const likeness = new Map(candidates.map(({ slot, score }) => [slot, score]));
  return logits.map((logit, row) => {
    const alike = likeness.get(table.slots[row] ?? -1) ?? 0;
    if (pictureAlone) return logitOf(alike, model);
    const meant = Math.max(0, (alike - CHANCE) / (1 - CHANCE));
    return meant === 0 ? logit : logitOf(1 - (1 - probability(model, logit)) * (1 - meant), model);
  });
}

/** The logit to which the model assigns this probability. */
function logitOf(chance: number, { slope, intercept }: FusionModel): number {
  const p = Math.max(LEAST, Math.min(1 - LEAST, chance));
  return (Math.log(p / (1 - p)) - intercept) / slope;
}
