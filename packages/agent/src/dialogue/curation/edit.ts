import { z } from 'zod';
import { MappedClaim, Topology } from '../artifact.js';
import { Instant } from '@mneme/core/domain/time.js';
import { hasText } from '@mneme/core/domain/well-formed.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Of, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';

export const REMOVAL_TYPES = ['noise', 'duplicate', 'incorrect', 'irrelevant'] as const;
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
export const INTENSITIES = ['light', 'moderate', 'heavy'] as const;
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
