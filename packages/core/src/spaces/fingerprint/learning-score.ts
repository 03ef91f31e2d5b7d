import type { Lifecycle } from './lifecycle.js';

/** One space's contribution to learning, each 0..1. */
export interface LearningPart {
  /** τ: the space's alignment to the north star; 1 for all if there is none. */
  readonly alignment: number;
  /** ΔS. */
  readonly novelty: number;
  /** ΔC. */
  readonly coherence: number;
}

export interface LearningCircumstances {
  readonly lifecycle: Pick<Lifecycle, 'novelty' | 'coherence'>;
  /** wₑ, 0.5..1.5: the speaker's emotion; 1 is neutral. */
  readonly affect: number;
  /** φ, 0..π. */
  readonly phi: number;
}

const GAIN = 2;

/**
 * The learning score, corrected: 2σ(2 · S^2λₛ · C^2λ_c · wₑ · cos φ) − 1, with S and C the means of ΔS and ΔC
 * over the spaces, weighted by τ. Sums over twelve spaces saturate the sigmoid at once, so they are means;
 * σ is never below a half, so it is stretched to start at 0; and a factor λ inside a product could not
 * weigh one side against the other, so it is an exponent. 0 to about 0.9 (below 0 only if φ is beyond a
 * quarter turn), 0 without spaces.
 */
export function utl(
  parts: readonly LearningPart[],
  { lifecycle, affect, phi }: LearningCircumstances,
): number {
  if (parts.length === 0) return 0;
  const novelty = weightedMean(parts, ({ novelty: value }) => value) ** (2 * lifecycle.novelty);
  const coherence =
    weightedMean(parts, ({ coherence: value }) => value) ** (2 * lifecycle.coherence);
  return 2 * sigmoid(GAIN * novelty * coherence * affect * Math.cos(phi)) - 1;
}

/**
 * The formula as in its source: σ(2 · Σ τλₛΔSᵢ · Σ τλ_cΔCⱼ · wₑ · cos φ). Kept for comparison; with twelve
 * spaces it is above 0.999 for anything but nonsense.
 */
export function utlLiteral(
  parts: readonly LearningPart[],
  { lifecycle, affect, phi }: LearningCircumstances,
): number {
  let [novelty, coherence] = [0, 0];
  for (const part of parts) {
    novelty += part.alignment * lifecycle.novelty * part.novelty;
    coherence += part.alignment * lifecycle.coherence * part.coherence;
  }
  return sigmoid(GAIN * novelty * coherence * affect * Math.cos(phi));
}

/** If nothing is aligned at all, a plain mean. */
function weightedMean(
  parts: readonly LearningPart[],
  value: (part: LearningPart) => number,
): number {
  const weight = parts.reduce((sum, part) => sum + part.alignment, 0);
  if (weight === 0) return parts.reduce((sum, part) => sum + value(part), 0) / parts.length;
  return parts.reduce((sum, part) => sum + part.alignment * value(part), 0) / weight;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
