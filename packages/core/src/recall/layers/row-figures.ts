import type { SemanticRow } from '../../domain/layers.js';
import type { Ranked } from '../ranking/ranked.js';

/** A ranked memory with how likely it answers, 0..1; null where nothing was fitted. */
export interface JudgedRow extends Ranked {
  readonly probability: number | null;
}

/** How sure the row of a memory is, as a result tells it. */
export function figuresOf({
  probability,
  score,
  memory,
  parts,
}: JudgedRow): Pick<SemanticRow, 'probability' | 'why'> {
  const similarity = Math.min(1, parts.semantic);
  return { probability, why: { score, confidence: memory.confidence, similarity } };
}

/** How well what is no memory fits: nothing tells how likely it answers. */
export function unfitted(score: number, confidence = 1): Pick<SemanticRow, 'probability' | 'why'> {
  return { probability: null, why: { score, confidence } };
}
