import { z } from 'zod';
import { type Of, OwnText, type SchemaOf, Share } from '@mneme/core/domain/schema.js';

/** How the claims of a turn lie to each other. */
const TOPOLOGIES = ['high_confidence', 'dimensional', 'contested'] as const;
export const Topology = z.enum(TOPOLOGIES);
export type Topology = z.infer<typeof Topology>;

/** What a claim of one model alone is: it adds something, or it doubts the ground that the others stand on. */
const OutlierType = z.enum(['supplemental', 'frame_challenger']);
type OutlierType = z.infer<typeof OutlierType>;

const claimShape = z.strictObject({
  /** `c1` of several models, `o1` of one, `u1` of a person; unique within its turn. */
  id: OwnText,
  text: z.string(),
  kind: z.enum(['consensus', 'outlier']),
  /** Who says so, in the order in which they answered. */
  supporters: z.array(z.string()),
  /** What side of the matter it looks at; null where its words do not tell. */
  dimension: z.string().nullable(),
  /** The condition under which it holds; null where it names none. */
  appliesWhen: z.string().nullable(),
  /** Of one model's claim; null for a consensus. */
  outlier: OutlierType.nullable(),
  /** Ten to twenty words around one model's claim; null for a consensus. */
  context: z.string().nullable(),
});
/** What answers say, put once. */
export interface MappedClaim extends Of<typeof claimShape> {}
export const MappedClaim: SchemaOf<MappedClaim, typeof claimShape> = claimShape;

const tensionShape = z.strictObject({
  /** Ids of two claims. */
  between: z.tuple([OwnText, OwnText]),
  /** They exclude each other, one costs the other, or each holds under another condition. */
  type: z.enum(['conflicts', 'tradeoff', 'bifurcation']),
  /** What they disagree about; null where that cannot be told. */
  axis: z.string().nullable(),
});
export interface Tension extends Of<typeof tensionShape> {}
export const Tension: SchemaOf<Tension, typeof tensionShape> = tensionShape;

const linkShape = z.strictObject({
  source: OwnText,
  target: OwnText,
  /** The target needs the source first, or the two belong together. */
  type: z.enum(['prerequisite', 'complements']),
  reason: z.string(),
});
export interface ClaimLink extends Of<typeof linkShape> {}
export const ClaimLink: SchemaOf<ClaimLink, typeof linkShape> = linkShape;

const artifactShape = z.strictObject({
  /** Consensus first, by number of supporters; then outliers in the order of the answers. */
  claims: z.array(MappedClaim),
  tensions: z.array(Tension),
  links: z.array(ClaimLink),
  /** Dimensions of the claims, the commonest first. */
  dimensions: z.array(z.string()),
  /** What the consensus does with the question: answers it, says what all say, or steps aside. */
  quality: z.enum(['resolved', 'conventional', 'deflected']),
  /** The share of the models that support the strongest consensus; 0 without one. */
  strength: Share,
  topology: Topology,
  /** The question that is asked or implied and that no answer takes up; null where there is none. */
  ghost: z.string().nullable(),
  /** What the answers come to, at most 500 characters; null where they have nothing in common. */
  narrative: z.string().nullable(),
  /** How many models answered. */
  models: z.number(),
  /** `rules`, or the id of the language model. */
  by: OwnText,
});
/** The map of one turn's answers. Immutable: what a person changes of it is kept beside it. */
export interface MapperArtifact extends Of<typeof artifactShape> {}
export const MapperArtifact: SchemaOf<MapperArtifact, typeof artifactShape> = artifactShape;

/** Of what the answers come to. */
export const MAX_NARRATIVE = 500;

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
