import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Of, OwnText, type SchemaOf, Share, textUpTo } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { hasText } from '@mneme/core/domain/well-formed.js';

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

const REMOVAL_TYPES = ['noise', 'duplicate', 'incorrect', 'irrelevant'] as const;
export const RemovalType = z.enum(REMOVAL_TYPES);
export type RemovalType = z.infer<typeof RemovalType>;

export const ELEVATION_TYPES = ['starred', 'pinned', 'priority'] as const;
const ElevationType = z.enum(ELEVATION_TYPES);

/** Maximum length of a claim that a person writes. */
const MAX_CLAIM = 2_000;
const MAX_RATIONALE = 500;
const MAX_DIMENSION = 60;
/** Per kind in one edit. */
const MAX_EDITS = 100;

const ClaimText = z.string().trim().max(MAX_CLAIM).refine(hasText, 'must not be empty');
const ClaimId = textUpTo(20).describe('A claim of the turn: c1, o2, u1.');
const Dimension = textUpTo(MAX_DIMENSION);
const listOf = <Part extends z.ZodType>(part: Part, flag: string) =>
  z.array(part).max(MAX_EDITS).default([]).meta({ flag });

/** Changes of a person to a turn's map. */
export const CurateInput = z.strictObject({
  turn: z.string().describe('The turn, as in x_01h5k0c2x9w7a.'),
  add: listOf(
    z.union([
      ClaimText.transform((text) => ({ text, rationale: undefined, dimension: undefined })),
      z.strictObject({
        text: ClaimText,
        rationale: z.string().trim().max(MAX_RATIONALE).optional().describe('Why, in your words.'),
        dimension: Dimension.optional(),
      }),
    ]),
    'add',
  ).describe('Claims that no model made.'),
  remove: listOf(
    z.union([
      ClaimId.transform((claim) => ({ claim, reason: 'irrelevant' as const })),
      z.strictObject({ claim: ClaimId, reason: RemovalType.default('irrelevant') }),
    ]),
    'remove',
  ).describe('Claims to take out, and why.'),
  modify: listOf(
    z.strictObject({
      claim: ClaimId,
      text: ClaimText.optional(),
      dimension: Dimension.optional(),
      type: z.enum(['supplemental', 'frame_challenger']).optional(),
      supporters: z.array(textUpTo(100)).max(12).optional(),
    }),
    'modify',
  ).describe('Claims to put right; what is not named stays.'),
  elevate: listOf(
    z.union([
      ClaimId.transform((claim) => ({ claim, type: 'starred' as const })),
      z.strictObject({ claim: ClaimId, type: ElevationType.default('starred') }),
    ]),
    'elevate',
  ).describe('Claims that matter most.'),
  topology: Topology.optional().describe('How the claims lie, if not as the map says.'),
  ghost: textUpTo(MAX_CLAIM)
    .nullable()
    .optional()
    .describe('The question that nobody answered; null when there is none.'),
  seen: z
    .int()
    .min(0)
    .optional()
    .describe('How many edits of the turn you have seen; refused when somebody edited it since.'),
});
export type CurateInput = z.input<typeof CurateInput>;
export type ParsedCuration = z.output<typeof CurateInput>;

const CHANGES = ['text', 'dimension', 'supporters', 'type'] as const;
const editShape = z.strictObject({
  by: z.string(),
  at: Instant,
  added: z.array(z.strictObject({ claim: MappedClaim, rationale: z.string().nullable() })),
  removed: z.array(z.strictObject({ claim: MappedClaim, reason: RemovalType })),
  modified: z.array(
    z.strictObject({
      original: MappedClaim,
      edited: MappedClaim,
      changes: z.array(z.enum(CHANGES)),
    }),
  ),
  elevated: z.array(z.strictObject({ claim: MappedClaim, type: ElevationType })),
  topology: Topology.nullable(),
  /** Null where the open question was not changed. */
  ghost: z.strictObject({ question: z.string().nullable() }).nullable(),
});
/** One edit of one person, as stored. Contains the claims as they were before it. */
export interface ArtifactEdit extends Of<typeof editShape> {}
export const ArtifactEdit: SchemaOf<ArtifactEdit, typeof editShape> = editShape;

/** How much of the map was changed. */
const INTENSITIES = ['light', 'moderate', 'heavy'] as const;
export const Intensity = z.enum(INTENSITIES);
export type Intensity = z.infer<typeof Intensity>;
const LIGHT = 0.15;
const MODERATE = 0.4;

export function intensityOf(
  { added, removed, modified }: Pick<ArtifactEdit, 'added' | 'removed' | 'modified'>,
  originally: number,
): Intensity {
  const share = (added.length + removed.length + 2 * modified.length) / Math.max(originally, 1);
  return share < LIGHT ? 'light' : share < MODERATE ? 'moderate' : 'heavy';
}

/** Throws `invalid_input` for an edit that changes nothing, or changes a claim in two ways. */
export function assertConsistent(input: ParsedCuration): void {
  const { add, remove, modify, elevate, topology, ghost } = input;
  const named = [...remove, ...modify];
  if (
    named.length + add.length + elevate.length === 0 &&
    topology === undefined &&
    ghost === undefined
  )
    throw new MnemeError('invalid_input', 'curate: the edit changes nothing.', {
      field: 'curate',
      hint: 'Give at least one of add, remove, modify, elevate, topology, ghost.',
    });
  const removed = new Set(remove.map(({ claim }) => claim));
  refuseTwice(
    named.map(({ claim }) => claim),
    'is removed or modified twice in one edit',
  );
  refuseTwice(
    elevate.map(({ claim }) => claim),
    'is elevated twice in one edit',
  );
  const both = elevate.find(({ claim }) => removed.has(claim));
  if (both !== undefined) throw contradictory(both.claim, 'is removed and elevated in one edit');
  const empty = modify.find(
    (each) => Object.values(each).filter((v) => v !== undefined).length < 2,
  );
  if (empty !== undefined)
    throw new MnemeError('invalid_input', `curate.modify: nothing of ${empty.claim} is changed.`, {
      field: 'curate.modify',
      value: empty.claim,
      hint: 'Give a text, a dimension, a type or supporters.',
    });
}

function refuseTwice(claims: readonly string[], how: string): void {
  const twice = claims.find((claim, at) => claims.indexOf(claim) !== at);
  if (twice !== undefined) throw contradictory(twice, how);
}

const contradictory = (claim: string, how: string): MnemeError =>
  new MnemeError('invalid_input', `curate: the claim ${claim} ${how}.`, {
    field: 'curate',
    value: claim,
    hint: 'Decide for one, or send two edits in the order in which they hold.',
  });

/** The stages after the mapper, in order of execution. */
export const STAGES = ['understand', 'decide', 'refiner', 'antagonist'] as const;
export const Stage = z.enum(STAGES);
export type Stage = z.infer<typeof Stage>;

/** Maximum length of one field of an output. */
const MAX_FIELD = 4_000;
const MAX_LINE = 1_000;
const MAX_ITEMS = 20;
const Line = textUpTo(MAX_LINE);
const Text = textUpTo(MAX_FIELD);
const lines = z.array(Line).max(MAX_ITEMS);

const understandShape = z.strictObject({
  shortAnswer: Line.describe('The answer in one or two sentences.'),
  longAnswer: Text,
  theOne: z
    .strictObject({ insight: Line, source: Line.nullable(), whyThis: Line })
    .nullable()
    .describe('The insight that the frame hangs on; source is null where no answer has it.'),
  theEcho: z
    .strictObject({ position: Line, source: Line.nullable(), merit: Line })
    .nullable()
    .describe('The strongest contrary position that still has merit; mostly null.'),
});
/** A frame: how the matter is best looked at. */
export interface Understood extends Of<typeof understandShape> {}
export const Understood: SchemaOf<Understood, typeof understandShape> = understandShape;

const decideShape = z.strictObject({
  optimalEnd: Line.describe('What the best outcome for the asker would be.'),
  theAnswer: z.strictObject({ statement: Line, reasoning: Text, nextStep: Line.nullable() }),
  survivors: z.strictObject({
    primary: Line,
    supporting: lines,
    conditional: z.array(z.strictObject({ claim: Line, condition: Line })).max(MAX_ITEMS),
  }),
  eliminated: z
    .array(z.strictObject({ claim: Line, from: z.enum(['consensus', 'outlier']), because: Line }))
    .max(MAX_ITEMS),
  theVoid: Line.nullable().describe('What no survivor covers.'),
  confidence: z.strictObject({ score: z.number().min(0).max(1), notes: z.string().max(MAX_LINE) }),
});
/** A verdict: what survives when the claims are tested against the optimal end. */
export interface Decided extends Of<typeof decideShape> {}
export const Decided: SchemaOf<Decided, typeof decideShape> = decideShape;

const refinerShape = z.strictObject({
  finalWord: Text.nullable().describe('Null: there is nothing to challenge.'),
  theOne: z
    .strictObject({ insight: Line, source: Line.nullable(), whyOverlooked: Line })
    .nullable(),
  theEcho: Line.nullable(),
  theStep: Line.nullable(),
});
export interface Refined extends Of<typeof refinerShape> {}
export const Refined: SchemaOf<Refined, typeof refinerShape> = refinerShape;

const antagonistShape = z.strictObject({
  structuredPrompt: Text.describe('The one question to put to the person next.'),
  dimensions: z.array(z.strictObject({ name: Line, options: lines, impact: Line })).max(MAX_ITEMS),
  grounding: lines.describe('What is settled and need not be asked.'),
  payoff: Line,
  audit: z.strictObject({ missedApproaches: lines, confidenceGaps: lines }),
});
export interface Challenged extends Of<typeof antagonistShape> {}
export const Challenged: SchemaOf<Challenged, typeof antagonistShape> = antagonistShape;

export interface StageOutputs {
  readonly understand: Understood;
  readonly decide: Decided;
  readonly refiner: Refined;
  readonly antagonist: Challenged;
}

export const OUTPUT_SCHEMAS = {
  understand: Understood,
  decide: Decided,
  refiner: Refined,
  antagonist: Challenged,
} as const satisfies { readonly [Name in Stage]: z.ZodType<StageOutputs[Name]> };

/** What the later stages work on: a frame after understand, a verdict after decide. */
export type Orientation = 'frame' | 'verdict';

/** In a turn with both, the frame takes precedence, as it was made to include the verdict. Null without either. */
export function orientationOf(stages: Partial<StageOutputs>): Orientation | null {
  if (stages.understand !== undefined) return 'frame';
  return stages.decide === undefined ? null : 'verdict';
}

export const StageInput = z.strictObject({
  turn: z.string().describe('The turn, as in x_01h5k0c2x9w7a.'),
  stage: Stage.describe(
    'understand makes a frame, decide a verdict; refiner and antagonist look at what there is.',
  ),
  output: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What a model of your own made; without it the configured language model is asked, or the prompt for yours is given.',
    ),
});
export type StageInput = z.input<typeof StageInput>;
