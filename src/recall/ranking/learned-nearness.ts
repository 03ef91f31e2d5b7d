/**
 * Logits per standard deviation of a learned model's cosine among a question's candidates. Chosen by trial
 * on conversations that the model had not seen:
 * docs/decisions/0131-a-sentence-encoder-from-the-registry.md.
 */
export const LEARNED_WEIGHT = 0.8;
/** A smaller spread of cosines distinguishes nothing. */
const MIN_SPREAD = 1e-4;
/** Deviations are clamped to this. */
const FURTHEST = 4;

/**
 * What a learned model's cosines add to the candidates' logits: how many standard deviations each lies
 * above the candidates' mean. Models differ in the mean and spread of their cosines, but hardly in their
 * order. Zeros if all are alike.
 */
export function learnedNearness(cosines: Float64Array): Float64Array {
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, cosines.length);
  const squares = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0);
  const spread = Math.sqrt(squares / Math.max(1, cosines.length));
  if (spread < MIN_SPREAD) return new Float64Array(cosines.length);
  return cosines.map(
    (cosine) => LEARNED_WEIGHT * Math.max(-FURTHEST, Math.min(FURTHEST, (cosine - mean) / spread)),
  );
}
