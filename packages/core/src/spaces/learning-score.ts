import { z } from 'zod';
import { type Of, type SchemaOf, Share } from '../domain/schema.js';

/** One space's contribution to learning, each 0..1. */
interface LearningPart {
  /** τ: the space's alignment to the north star; 1 for all if there is none. */
  readonly alignment: number;
  /** ΔS. */
  readonly novelty: number;
  /** ΔC. */
  readonly coherence: number;
}

interface LearningCircumstances {
  readonly lifecycle: Pick<Lifecycle, 'novelty' | 'coherence'>;
  /** wₑ, 0.5..1.5: the speaker's emotion; 1 is neutral. */
  readonly affect: number;
  /** φ, 0..π. */
  readonly phi: number;
}

const GAIN = 2;

/**
 * The learning score, corrected: 2σ(2 · S^2λₛ · C^2λ_c · wₑ · cos φ) − 1, with S and C the means of ΔS and ΔC over
 * the spaces, weighted by τ. Sums over twelve spaces saturate the sigmoid at once, so they are means; σ is never
 * below a half, so it is stretched to start at 0; and a factor λ inside a product could not weigh one side against
 * the other, so it is an exponent. 0 to about 0.9 (below 0 only if φ is beyond a quarter turn), 0 without spaces.
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
 * The formula as in its source: σ(2 · Σ τλₛΔSᵢ · Σ τλ_cΔCⱼ · wₑ · cos φ). Kept for comparison; with twelve spaces it
 * is above 0.999 for anything but nonsense.
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

const lifecycleShape = z.strictObject({
  stage: z.enum(['infancy', 'growth', 'maturity']),
  /** λ of novelty. */
  novelty: Share,
  /** λ of coherence. */
  coherence: Share,
});
/** What a bank of this age learns from: new information at first, coherent information later. The two sum to 1. */
export interface Lifecycle extends Of<typeof lifecycleShape> {}
export const Lifecycle: SchemaOf<Lifecycle, typeof lifecycleShape> = lifecycleShape;

const INFANCY: Lifecycle = Object.freeze({ stage: 'infancy', novelty: 0.7, coherence: 0.3 });
const GROWTH: Lifecycle = Object.freeze({ stage: 'growth', novelty: 0.5, coherence: 0.5 });
const MATURITY: Lifecycle = Object.freeze({ stage: 'maturity', novelty: 0.3, coherence: 0.7 });
const GROWS_FROM = 50;
const MATURE_FROM = 500;

/** An interaction is a stored memory. */
export function lifecycleOf(interactions: number): Lifecycle {
  if (interactions < GROWS_FROM) return INFANCY;
  return interactions < MATURE_FROM ? GROWTH : MATURITY;
}

/** A running mean and variance that forget slowly. */
export interface RunningMoments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

export const NO_MOMENTS: RunningMoments = Object.freeze({ count: 0, mean: 0, variance: 0 });

const FORGETTING = 0.05;

/**
 * Exponentially weighted mean and variance (West 1979; Finch 2009); the first values have equal weight, as in a plain
 * mean.
 */
export function observe(
  { count, mean, variance }: RunningMoments,
  value: number,
  forgetting = FORGETTING,
): RunningMoments {
  const rate = Math.max(forgetting, 1 / (count + 1));
  const difference = value - mean;
  return {
    count: count + 1,
    mean: mean + rate * difference,
    variance: (1 - rate) * (variance + rate * difference * difference),
  };
}

/** Rank of the neighbour whose distance counts: the nearest may be chance. */
const NEIGHBOUR = 3;
/** Minimum number of distances to establish what is usual. */
const ENOUGH = 5;
const MIN_DEVIATION = 0.02;

/**
 * Distance to the third nearest neighbour (the last, if there are fewer), 0..1; 1 without neighbours. Likenesses:
 * best first.
 */
export function neighbourDistance(likenesses: readonly number[]): number {
  const likeness = likenesses[Math.min(NEIGHBOUR, likenesses.length) - 1];
  return likeness === undefined ? 1 : Math.min(1, Math.max(0, 1 - likeness));
}

/**
 * ΔS of the learning score: σ((d − mean) / deviation), how much farther a memory is from its neighbours than usual in
 * its space; 0..1, increasing with the distance. The distance itself until there is a usual one.
 */
export function novelty(distance: number, { count, mean, variance }: RunningMoments): number {
  if (count < ENOUGH) return distance;
  return 1 / (1 + Math.exp((mean - distance) / Math.max(Math.sqrt(variance), MIN_DEVIATION)));
}

/** A memory's relation to the others in one space. Distances are 0..1, null if there is nothing to compare with. */
interface Surroundings {
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
/** Number of links that counts half of the maximum. */
const HALF_LINKS = 3;

/**
 * ΔC of the learning score: .4 connectivity + .4 cluster fit + .2 consistency, 0..1; the weight of what cannot be
 * measured goes to the rest.
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

const phaseShape = z.strictObject({
  /** Mean overlap of neighbour rankings over all pairs of spaces, 0..1. */
  agreement: Share,
  /** arccos of the agreement, 0..π/2: its cosine is the agreement itself. */
  phi: z.number(),
  state: z.enum(['coherent', 'partial', 'fragmented']),
});
/** How far the spaces agree on a memory's neighbours. */
export interface Phase extends Of<typeof phaseShape> {}
export const Phase: SchemaOf<Phase, typeof phaseShape> = phaseShape;

const COHERENT = 0.8;
const FRAGMENTED = 0.5;

/**
 * The φ of the learning score. Embeddings have no observable phase, so it is derived from what can be observed: how
 * much the spaces' rankings of a memory's nearest neighbours disagree. A single space agrees with itself.
 */
export function phaseOf(rankings: readonly (readonly string[])[]): Phase {
  let [sum, pairs] = [0, 0];
  rankings.forEach((one, at) => {
    for (const other of rankings.slice(at + 1)) {
      sum += averageOverlap(one, other);
      pairs += 1;
    }
  });
  const agreement = pairs === 0 ? 1 : sum / pairs;
  const state =
    agreement > COHERENT ? 'coherent' : agreement < FRAGMENTED ? 'fragmented' : 'partial';
  return { agreement, phi: Math.acos(agreement), state };
}

/**
 * Average overlap of two rankings, best first (Fagin, Kumar and Sivakumar 2003): the share that their first d have in
 * common, averaged over d; 1 for equal rankings, 0 for disjoint ones. The top counts most.
 */
export function averageOverlap(a: readonly string[], b: readonly string[]): number {
  const depth = Math.max(a.length, b.length);
  if (depth === 0) return 1;
  const [seenA, seenB] = [new Set<string>(), new Set<string>()];
  let [common, sum] = [0, 0];
  for (let at = 0; at < depth; at++) {
    const [one, other] = [a[at], b[at]];
    if (one !== undefined) {
      seenA.add(one);
      if (seenB.has(one)) common += 1;
    }
    if (other !== undefined) {
      seenB.add(other);
      if (seenA.has(other)) common += 1;
    }
    sum += common / (at + 1);
  }
  return Math.min(1, sum / depth);
}
