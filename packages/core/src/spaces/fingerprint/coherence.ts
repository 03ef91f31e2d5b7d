/** A memory's relation to the others, in one space. Distances are 0..1; null if there is nothing to compare with. */
export interface Surroundings {
  /** Number of its links of any kind. */
  readonly links: number;
  /** Mean distance to the other members of its context. */
  readonly ownDistance: number | null;
  /** Mean distance to the members of the nearest other context. */
  readonly otherDistance: number | null;
  /** Mean likeness of its neighbours to each other, -1..1. */
  readonly neighbourLikeness: number | null;
}

const WEIGHTS = { connectivity: 0.4, clusterFit: 0.4, consistency: 0.2 } as const;
/** This many links count half of the maximum. */
const HALF_LINKS = 3;

/**
 * ΔC of the learning score: .4 connectivity + .4 cluster fit + .2 consistency, 0..1; the weight of what cannot
 * be measured goes to the rest.
 */
export function coherence({
  links,
  ownDistance,
  otherDistance,
  neighbourLikeness,
}: Surroundings): number {
  const parts: [number, number][] = [[WEIGHTS.connectivity, links / (links + HALF_LINKS)]];
  if (ownDistance !== null && otherDistance !== null)
    parts.push([WEIGHTS.clusterFit, clusterFit(ownDistance, otherDistance)]);
  if (neighbourLikeness !== null)
    parts.push([WEIGHTS.consistency, Math.min(1, Math.max(0, neighbourLikeness))]);
  const weight = parts.reduce((sum, [each]) => sum + each, 0);
  return parts.reduce((sum, [each, value]) => sum + each * value, 0) / weight;
}

/** The silhouette (Rousseeuw 1987) (b − a) / max(a, b), mapped from -1..1 to 0..1. */
function clusterFit(own: number, other: number): number {
  const largest = Math.max(own, other);
  return largest === 0 ? 0.5 : ((other - own) / largest + 1) / 2;
}
