import { z } from 'zod';
import { type Of, OwnText, type SchemaOf, Share } from '@mneme/core/domain/schema.js';

/** How the claims of a turn relate to each other. */
const TOPOLOGIES = ['high_confidence', 'dimensional', 'contested'] as const;
export const Topology = z.enum(TOPOLOGIES);
export type Topology = z.infer<typeof Topology>;

/** Role of a claim that only one model makes: an addition, or a challenge to the premise of the others. */
const OutlierType = z.enum(['supplemental', 'frame_challenger']);
type OutlierType = z.infer<typeof OutlierType>;

const claimShape = z.strictObject({
  /** `c1` for a consensus, `o1` for an outlier, `u1` for a person's claim; unique within its turn. */
  id: OwnText,
  text: z.string(),
  kind: z.enum(['consensus', 'outlier']),
  /** Models that make the claim, in the order of their answers. */
  supporters: z.array(z.string()),
  /** Aspect of the matter; null where the words do not show one. */
  dimension: z.string().nullable(),
  /** The condition under which it holds; null where it names none. */
  appliesWhen: z.string().nullable(),
  /** For an outlier; null for a consensus. */
  outlier: OutlierType.nullable(),
  /** Ten to twenty words of context of an outlier; null for a consensus. */
  context: z.string().nullable(),
});
/** A claim of the answers, deduplicated. */
export interface MappedClaim extends Of<typeof claimShape> {}
export const MappedClaim: SchemaOf<MappedClaim, typeof claimShape> = claimShape;

const tensionShape = z.strictObject({
  /** Ids of two claims. */
  between: z.tuple([OwnText, OwnText]),
  /** They exclude each other, trade off, or hold under different conditions. */
  type: z.enum(['conflicts', 'tradeoff', 'bifurcation']),
  /** What they disagree about; null where unknown. */
  axis: z.string().nullable(),
});
export interface Tension extends Of<typeof tensionShape> {}
export const Tension: SchemaOf<Tension, typeof tensionShape> = tensionShape;

const linkShape = z.strictObject({
  source: OwnText,
  target: OwnText,
  /** The target depends on the source, or the two complement each other. */
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
  /** Dimensions of the claims, most frequent first. */
  dimensions: z.array(z.string()),
  /** How the consensus treats the question: answers it, states the conventional view, or evades it. */
  quality: z.enum(['resolved', 'conventional', 'deflected']),
  /** Share of the models that support the strongest consensus; 0 without one. */
  strength: Share,
  topology: Topology,
  /** A question, asked or implied, that no answer addresses; null where there is none. */
  ghost: z.string().nullable(),
  /** Summary of the answers, at most 500 characters; null where they have nothing in common. */
  narrative: z.string().nullable(),
  /** Number of models that answered. */
  models: z.number(),
  /** `rules`, or the id of the language model. */
  by: OwnText,
});
/** The map of one turn's answers. Immutable: a person's edits are stored separately. */
export interface MapperArtifact extends Of<typeof artifactShape> {}
export const MapperArtifact: SchemaOf<MapperArtifact, typeof artifactShape> = artifactShape;

/** Maximum length of the narrative. */
export const MAX_NARRATIVE = 500;

/** Minimum share of the models behind one claim to count as agreement. */
const AGREED = 0.8;

/**
 * Classifies how claims relate: near-unanimous agreement without a challenge is high confidence; a challenge or a
 * conflict makes it contested; anything else is dimensional.
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
