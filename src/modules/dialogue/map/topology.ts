import type { MappedClaim, Tension, Topology } from '../artifact.js';

/** So large a share of the models behind one claim is agreement. */
const AGREED = 0.8;

/**
 * How the claims lie: agreement of nearly all that nobody challenges is high confidence; claims that stand beside each other, each on a
 * side of its own, are dimensional; what pulls apart is contested.
 */
export function topologyOf(
  claims: readonly MappedClaim[],
  tensions: readonly Tension[],
  strength: number,
): Topology {
  const challenged = claims.some(({ outlier }) => outlier === 'frame_challenger');
  if (strength >= AGREED && !challenged) return 'high_confidence';
  const conflict = tensions.some(({ type }) => type === 'conflicts');
  return challenged || conflict ? 'contested' : 'dimensional';
}
