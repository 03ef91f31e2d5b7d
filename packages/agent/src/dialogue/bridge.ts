import { z } from 'zod';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { applyEdits, CascadeEffects, type CuratedArtifact } from './curation/apply-edits.js';
import { Intensity, RemovalType } from './curation/edit.js';
import { type Rejected, rejectedIn } from './curation/rejected-claims.js';
import { narrate } from './map/map-answers.js';
import type { StoredTurn } from './records.js';
import type { StageOutputs } from './stages/outputs.js';

const signalShape = z.strictObject({
  /** What the person added. */
  additions: z.array(z.string()),
  /** What they starred, pinned or put first. */
  priorities: z.array(z.string()),
  /** The open question that they named. */
  ghost: z.string().nullable(),
  /** Extent of the edits of the last edited turn. */
  intensity: Intensity,
});
/** A person's edits of this session, the strongest signal. */
export interface UserSignal extends Of<typeof signalShape> {}
export const UserSignal: SchemaOf<UserSignal, typeof signalShape> = signalShape;

const landscapeShape = z.strictObject({
  /** Without authors: the next models shall weigh the claim itself. */
  claims: z.array(
    z.strictObject({
      text: z.string(),
      dimension: z.string().nullable(),
      appliesWhen: z.string().nullable(),
      frameChallenger: z.boolean(),
    }),
  ),
  dimensions: z.array(z.string()),
  tensions: z.array(
    z.strictObject({ pair: z.tuple([z.string(), z.string()]), axis: z.string().nullable() }),
  ),
  ghost: z.string().nullable(),
});
export interface Landscape extends Of<typeof landscapeShape> {}
export const Landscape: SchemaOf<Landscape, typeof landscapeShape> = landscapeShape;

const bridgeShape = z.strictObject({
  turn: OwnText,
  query: z.string(),
  conclusion: z
    .strictObject({
      text: z.string(),
      source: z.enum(['understand', 'decide', 'refiner', 'mapper_only']),
    })
    .nullable(),
  established: z.strictObject({
    /** Settled: what a person corrected, and what the antagonist grounded. */
    positive: z.array(
      z.strictObject({ text: z.string(), from: z.enum(['correction', 'grounding']) }),
    ),
    /** Rejected by a person: never a priority. */
    negative: z.array(z.strictObject({ text: z.string(), reason: RemovalType })),
  }),
  openEdges: z.array(z.string()),
  nextStep: z.string().nullable(),
  landscape: Landscape,
  userSignal: UserSignal.nullable(),
  cascade: CascadeEffects,
});
/** The context that one turn passes to the next (FACTS 2.6 version 2, with the conclusion as a separate field). */
export interface ContextBridge extends Of<typeof bridgeShape> {}
export const ContextBridge: SchemaOf<ContextBridge, typeof bridgeShape> = bridgeShape;

/** The part of a turn that the bridge uses. */
export interface TurnState {
  readonly id: string;
  readonly query: string;
  readonly artifact: {
    readonly tensions: readonly {
      readonly between: readonly [string, string];
      readonly axis: string | null;
    }[];
  };
  readonly curated: CuratedArtifact;
  /** The only answer of a turn that was not mapped. */
  readonly raw: string | null;
  readonly stages: Partial<StageOutputs>;
}

/**
 * Builds the bridge after the last of some turns of a session, given oldest first. Conclusion, edges, step and
 * landscape come from the last turn; what a person kept, corrected or rejected in any turn holds until they change
 * it.
 */
function buildBridge(turns: readonly [...TurnState[], TurnState]): ContextBridge {
  const turn = turns[turns.length - 1] as TurnState;
  const rejected = rejectedIn(turns);
  const landscape = landscapeOf(turn, rejected);
  return {
    turn: turn.id,
    query: turn.query,
    conclusion: conclusionOf(turn, landscape),
    established: {
      positive: distinct(turns.flatMap(positiveOf)).filter(({ text }) => !rejected.has(text)),
      negative: [...rejected.claims],
    },
    openEdges: openEdgesOf(turn, turns),
    nextStep: turn.stages.refiner?.theStep ?? turn.stages.decide?.theAnswer.nextStep ?? null,
    landscape,
    userSignal: signalOf(turns, rejected),
    cascade: turn.curated.cascade,
  };
}

function conclusionOf(
  { stages: { understand, decide, refiner }, raw, curated }: TurnState,
  { claims }: Landscape,
): ContextBridge['conclusion'] {
  const word = refiner?.finalWord ?? null;
  if (word !== null) return { text: word, source: 'refiner' };
  if (understand !== undefined) return { text: understand.shortAnswer, source: 'understand' };
  if (decide !== undefined) return { text: decide.theAnswer.statement, source: 'decide' };
  const agreed = curated.claims
    .filter(({ kind, text }) => kind === 'consensus' && claims.some((each) => each.text === text))
    .toSorted((a, b) => b.supporters.length - a.supporters.length);
  const shown = curated.intensity === null && raw !== null;
  const text = shown
    ? raw
    : narrate(
        (raw === null ? agreed : curated.claims.filter(({ added }) => !added)).map(
          (claim) => claim.text,
        ),
      );
  return text === null ? null : { text, source: 'mapper_only' };
}

function positiveOf({ curated, stages }: TurnState): ContextBridge['established']['positive'] {
  return [
    ...curated.claims
      .filter(({ original }) => original !== null)
      .map(({ text }) => ({ text, from: 'correction' as const })),
    ...(stages.antagonist?.grounding ?? []).map((text) => ({ text, from: 'grounding' as const })),
  ];
}

/** The antagonist's question; else what frame and verdict leave open; else what nobody answered. */
function openEdgesOf(
  { stages: { understand, decide, antagonist } }: TurnState,
  turns: readonly TurnState[],
): string[] {
  if (antagonist !== undefined) return [antagonist.structuredPrompt];
  const edges = [understand?.theEcho?.position, decide?.theVoid ?? undefined].filter(
    (edge) => edge !== undefined,
  );
  if (edges.length > 0) return edges;
  const ghost = userGhost(turns) ?? turns.at(-1)?.curated.ghost ?? null;
  return ghost === null ? [] : [ghost];
}

/** The last open question that a person named; null once they said that there is none. */
function userGhost(turns: readonly TurnState[]): string | null {
  const last = turns.findLast(({ curated }) => curated.ghostOverridden);
  return last?.curated.ghost ?? null;
}

function signalOf(turns: readonly TurnState[], rejected: Rejected): UserSignal | null {
  const edited = turns.filter(({ curated }) => curated.intensity !== null);
  const last = edited.at(-1);
  if (last === undefined || last.curated.intensity === null) return null;
  const standing = edited
    .flatMap(({ curated }) => curated.claims)
    .filter(({ text }) => !rejected.has(text));
  const texts = (claims: readonly { readonly text: string }[]): string[] => [
    ...new Set(claims.map(({ text }) => text)),
  ];
  return {
    additions: texts(standing.filter(({ added }) => added)),
    priorities: texts(standing.filter(({ elevated }) => elevated !== null)),
    ghost: userGhost(turns),
    intensity: last.curated.intensity,
  };
}

function landscapeOf({ artifact, curated }: TurnState, rejected: Rejected): Landscape {
  const claims = curated.claims.filter(({ text }) => !rejected.has(text));
  const textOf = new Map(claims.map(({ id, text }) => [id, text]));
  return {
    claims: claims.map(({ text, dimension, appliesWhen, outlier }) => ({
      text,
      dimension,
      appliesWhen,
      frameChallenger: outlier === 'frame_challenger',
    })),
    dimensions: [...curated.dimensions],
    tensions: artifact.tensions.flatMap(({ between: [a, b], axis }) => {
      const [one, other] = [textOf.get(a), textOf.get(b)];
      return one === undefined || other === undefined
        ? []
        : [{ pair: [one, other] as const, axis }];
    }),
    ghost: curated.ghost,
  };
}

function distinct<Item extends { readonly text: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.text, item])).values()];
}

/** A stored turn with its edits applied. */
export function stateOf({ id, value, stages, edits }: StoredTurn): TurnState {
  return {
    id,
    query: value.query,
    artifact: value.artifact,
    curated: applyEdits(value.artifact, edits),
    raw: value.raw,
    stages,
  };
}

/** The bridge after a turn, given the earlier turns of the session, oldest first. */
export function bridgeAfter(before: readonly StoredTurn[], turn: StoredTurn): ContextBridge {
  return buildBridge([...before.map(stateOf), stateOf(turn)]);
}
