import { z } from 'zod';
import {
  type ArtifactEdit,
  ELEVATION_TYPES,
  Intensity,
  intensityOf,
  MappedClaim,
  MapperArtifact,
  type ParsedCuration,
  RemovalType,
  type Topology,
} from './artifact.js';
import { dimensionsOf } from './map/map-answers.js';
import { amountsIn, isNegated } from './map/read-answer.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { isStopWord, words } from '@mneme/core/language/segmentation.js';

const cascadeShape = z.strictObject({
  /** Claims that depend on a removed one: flagged, not removed. */
  orphaned: z.array(z.strictObject({ claim: OwnText, text: z.string(), lost: z.string() })),
  /** Claims that a removed one depended on, now independent. */
  freed: z.array(z.strictObject({ claim: OwnText, text: z.string() })),
  /** Conflicts of which one side was removed. */
  resolved: z.array(z.strictObject({ survivor: z.string(), eliminated: z.string() })),
  /** Complementary pairs of which one was removed. */
  broken: z.array(z.strictObject({ left: z.string(), gone: z.string() })),
});
/** Effects of removals on the remaining claims. */
export interface CascadeEffects extends Of<typeof cascadeShape> {}
export const CascadeEffects: SchemaOf<CascadeEffects, typeof cascadeShape> = cascadeShape;

/** Computes the effects of removing claims on the remaining ones. */
function cascadeOf(
  { claims, links, tensions }: Pick<MapperArtifact, 'claims' | 'links' | 'tensions'>,
  removed: ReadonlySet<string>,
): CascadeEffects {
  const textOf = (id: string): string => claims.find((claim) => claim.id === id)?.text ?? id;
  const isGone = (id: string): boolean => removed.has(id);
  const needs = links.filter(({ type }) => type === 'prerequisite');
  return {
    orphaned: needs
      .filter(({ source, target }) => isGone(source) && !isGone(target))
      .map(({ source, target }) => ({ claim: target, text: textOf(target), lost: textOf(source) })),
    freed: needs
      .filter(({ source, target }) => !isGone(source) && isGone(target))
      .map(({ source }) => ({ claim: source, text: textOf(source) })),
    resolved: tensions.flatMap(({ type, between: [a, b] }) =>
      type === 'conflicts' && isGone(a) !== isGone(b)
        ? [{ survivor: textOf(isGone(a) ? b : a), eliminated: textOf(isGone(a) ? a : b) }]
        : [],
    ),
    broken: links.flatMap(({ type, source, target }) =>
      type === 'complements' && isGone(source) !== isGone(target)
        ? [
            {
              left: textOf(isGone(source) ? target : source),
              gone: textOf(isGone(source) ? source : target),
            },
          ]
        : [],
    ),
  };
}

const curatedClaimShape = z.strictObject({
  ...MappedClaim.shape,
  /** Written by a person. */
  added: z.boolean(),
  /** Its text before a person changed it; null where unchanged. */
  original: z.string().nullable(),
  elevated: z.enum(ELEVATION_TYPES).nullable(),
  /** Why the person added it; null for all others. */
  rationale: z.string().nullable(),
});
export interface CuratedClaim extends Of<typeof curatedClaimShape> {}
const CuratedClaim: SchemaOf<CuratedClaim, typeof curatedClaimShape> = curatedClaimShape;

const curatedShape = z.strictObject({
  /** Remaining claims: elevated and added ones first. */
  claims: z.array(CuratedClaim),
  removed: z.array(z.strictObject({ claim: MappedClaim, reason: RemovalType, by: z.string() })),
  topology: MapperArtifact.shape.topology,
  ghost: z.string().nullable(),
  /** A person named the open question, or said that there is none. */
  ghostOverridden: z.boolean(),
  dimensions: z.array(z.string()),
  /** How much of the map was changed; null where it was not edited. */
  intensity: Intensity.nullable(),
  cascade: CascadeEffects,
  /** Number of edits applied. */
  edits: z.number(),
});
/** A turn's map with all edits applied. */
export interface CuratedArtifact extends Of<typeof curatedShape> {}
export const CuratedArtifact: SchemaOf<CuratedArtifact, typeof curatedShape> = curatedShape;

interface Draft {
  readonly claims: Map<string, CuratedClaim>;
  readonly removed: Map<string, CuratedArtifact['removed'][number]>;
  topology: Topology;
  ghost: string | null;
  ghostOverridden: boolean;
}

/** Applies all edits in order; of contradicting ones, the later wins. */
export function applyEdits(
  artifact: MapperArtifact,
  edits: readonly ArtifactEdit[],
): CuratedArtifact {
  const draft: Draft = {
    claims: new Map(artifact.claims.map((claim) => [claim.id, uncurated(claim)])),
    removed: new Map(),
    topology: artifact.topology,
    ghost: artifact.ghost,
    ghostOverridden: false,
  };
  for (const edit of edits) take(edit, draft);
  const claims = [...draft.claims.values()];
  const standing = claims.filter(({ id }) => !draft.removed.has(id)).sort(byCuration);
  return {
    claims: standing,
    removed: [...draft.removed.values()],
    topology: draft.topology,
    ghost: draft.ghost,
    ghostOverridden: draft.ghostOverridden,
    dimensions: dimensionsOf(standing),
    intensity: edits.length === 0 ? null : intensityOf(summed(edits), artifact.claims.length),
    cascade: cascadeOf(artifact, new Set(draft.removed.keys())),
    edits: edits.length,
  };
}

function take(
  { added, removed, modified, elevated, topology, ghost, by }: ArtifactEdit,
  draft: Draft,
): void {
  for (const { claim, rationale } of added)
    draft.claims.set(claim.id, { ...uncurated(claim), added: true, rationale });
  for (const { original, edited } of modified) {
    const before = draft.claims.get(original.id);
    // The claim was added by an edit that was undone.
    if (before === undefined) continue;
    const worded = edited.text === before.text ? before.original : (before.original ?? before.text);
    draft.claims.set(original.id, { ...before, ...edited, original: worded });
  }
  for (const { claim, type } of elevated) {
    const before = draft.claims.get(claim.id);
    if (before !== undefined) draft.claims.set(claim.id, { ...before, elevated: type });
  }
  for (const { claim, reason } of removed) draft.removed.set(claim.id, { claim, reason, by });
  if (topology !== null) draft.topology = topology;
  if (ghost !== null) {
    draft.ghost = ghost.question;
    draft.ghostOverridden = true;
  }
}

const uncurated = (claim: MappedClaim): CuratedClaim => ({
  ...claim,
  added: false,
  original: null,
  elevated: null,
  rationale: null,
});

/** Elevated claims first, then added ones, then the rest in the map's order. */
const rank = ({ elevated, added }: CuratedClaim): number => (elevated !== null ? 0 : added ? 1 : 2);
const byCuration = (a: CuratedClaim, b: CuratedClaim): number => rank(a) - rank(b);

/** Merges all edits for counting: a claim that was changed twice counts once. */
function summed(
  edits: readonly ArtifactEdit[],
): Pick<ArtifactEdit, 'added' | 'removed' | 'modified'> {
  return {
    added: edits.flatMap(({ added }) => added),
    removed: edits.flatMap(({ removed }) => removed),
    modified: [
      ...new Map(
        edits.flatMap(({ modified }) => modified.map((each) => [each.original.id, each] as const)),
      ).values(),
    ],
  };
}

interface Editor {
  readonly by: string;
  readonly at: Instant;
  /** Highest number so far of a person's own claims in this turn. */
  readonly ownClaims: number;
}

/**
 * Builds the stored edit from an input. Throws `not_found` for an unknown claim, `conflict` for one that was removed.
 */
export function composeEdit(
  { add, remove, modify, elevate, topology, ghost }: ParsedCuration,
  current: CuratedArtifact,
  { by, at, ownClaims }: Editor,
): ArtifactEdit {
  const claimOf = (id: string): MappedClaim => plain(standingClaim(id, current));
  return {
    by,
    at,
    added: add.map(({ text, rationale, dimension }, place) => ({
      claim: {
        id: `u${ownClaims + place + 1}`,
        text,
        kind: 'outlier',
        supporters: [],
        dimension: dimension ?? null,
        appliesWhen: null,
        // A point that no model made may challenge the premise.
        outlier: 'frame_challenger',
        context: null,
      },
      rationale: rationale ?? null,
    })),
    removed: remove.map(({ claim, reason }) => ({ claim: claimOf(claim), reason })),
    modified: modify.map((each) => modifiedClaim(claimOf(each.claim), each)),
    elevated: elevate.map(({ claim, type }) => ({ claim: claimOf(claim), type })),
    topology: topology ?? null,
    ghost: ghost === undefined ? null : { question: ghost },
  };
}

function modifiedClaim(
  original: MappedClaim,
  { text, dimension, type, supporters }: ParsedCuration['modify'][number],
): ArtifactEdit['modified'][number] {
  const edited: MappedClaim = {
    ...original,
    text: text ?? original.text,
    dimension: dimension ?? original.dimension,
    outlier: type ?? original.outlier,
    supporters: supporters ?? original.supporters,
    kind: type === undefined ? original.kind : 'outlier',
  };
  return {
    original,
    edited,
    changes: [
      ...(text === undefined ? [] : ['text' as const]),
      ...(dimension === undefined ? [] : ['dimension' as const]),
      ...(supporters === undefined ? [] : ['supporters' as const]),
      ...(type === undefined ? [] : ['type' as const]),
    ],
  };
}

function standingClaim(id: string, { claims, removed }: CuratedArtifact): CuratedClaim {
  const found = claims.find((claim) => claim.id === id);
  if (found !== undefined) return found;
  const gone = removed.find(({ claim }) => claim.id === id);
  if (gone !== undefined)
    throw new MnemeError(
      'conflict',
      `The claim ${id} was removed as ${gone.reason} by ${gone.by}.`,
      {
        field: 'curate',
        value: id,
        hint: 'Undo that edit first, or add the claim anew.',
      },
    );
  throw new MnemeError('not_found', `The turn has no claim ${id}.`, {
    field: 'curate',
    value: id,
    hint: `It has ${claims.map((claim) => claim.id).join(', ') || 'none'}.`,
  });
}

function plain({
  id,
  text,
  kind,
  supporters,
  dimension,
  appliesWhen,
  outlier,
  context,
}: CuratedClaim): MappedClaim {
  return { id, text, kind, supporters, dimension, appliesWhen, outlier, context };
}

/** Minimum share of the shorter claim's distinctive words in the longer one, for the two to say the same. */
const SAME_WORDS = 0.75;
/** Maximum number of words of a claim that is matched by a single word. */
const MAX_BESIDE_ONE = 2;

interface RejectedClaim {
  readonly text: string;
  readonly reason: RemovalType;
}

/** Claims that people rejected in a session, and whether a text repeats one. */
export interface Rejected {
  readonly claims: readonly RejectedClaim[];
  has(text: string): boolean;
}

/**
 * Collects the claims rejected in some turns of a session, oldest first. A model that repeats one in about the same
 * words does not bring it back; a person who adds or elevates it later does.
 */
export function rejectedIn(turns: readonly { readonly curated: CuratedArtifact }[]): Rejected {
  let rejected: readonly (RejectedClaim & { readonly worded: WordedClaim })[] = [];
  for (const { curated } of turns) {
    const thrown = curated.removed.map(({ claim: { text }, reason }) => ({
      text,
      reason,
      worded: wordedClaim(text),
    }));
    const known = distinct([...rejected, ...thrown]);
    const wanted =
      known.length === 0
        ? []
        : curated.claims
            .filter(({ added, elevated }) => added || elevated !== null)
            .map(({ text }) => wordedClaim(text));
    rejected = known.filter(({ worded }) => !wanted.some((claim) => saysTheSame(claim, worded)));
  }
  const kept = rejected;
  return {
    claims: kept.map(({ text, reason }) => ({ text, reason })),
    has: (text) => {
      if (kept.length === 0) return false;
      const claim = wordedClaim(text);
      return kept.some(({ worded }) => saysTheSame(worded, claim));
    },
  };
}

const distinct = <Claim extends RejectedClaim>(claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map((claim) => [claim.text, claim])).values(),
];

/** A claim's text with the features for comparison. */
interface WordedClaim {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly amounts: ReadonlySet<number>;
  readonly negated: boolean;
}

export function wordedClaim(text: string): WordedClaim {
  const language = detectLanguage(text);
  const all = words(text.normalize('NFKC')).map((word) => word.text);
  const telling = all.filter((word) => !isStopWord(word, language));
  return {
    text,
    words: new Set(telling.length > 0 ? telling : all),
    amounts: amountsIn(text),
    negated: isNegated(text),
  };
}

/** Whether two claims say the same in about the same words. */
export function saysTheSame(one: WordedClaim, other: WordedClaim): boolean {
  if (one.text === other.text) return true;
  const [smaller, larger] =
    one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  const shared = [...smaller].filter((word) => larger.has(word)).length;
  if (smaller.size === 0 || shared / smaller.size < SAME_WORDS) return false;
  // A single word is a topic, not a claim.
  if (smaller.size === 1 && larger.size > MAX_BESIDE_ONE) return false;
  const [p, q] = [one.amounts, other.amounts];
  const otherAmounts = p.size > 0 && q.size > 0 && ![...p].some((amount) => q.has(amount));
  return !otherAmounts && one.negated === other.negated;
}
