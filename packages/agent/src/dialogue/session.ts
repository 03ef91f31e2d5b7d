import { z } from 'zod';
import {
  applyEdits,
  CascadeEffects,
  type CuratedArtifact,
  type Rejected,
  rejectedIn,
} from './apply-edits.js';
import {
  ArtifactEdit,
  Intensity,
  MapperArtifact,
  OUTPUT_SCHEMAS,
  RemovalType,
  Stage,
  type StageOutputs,
} from './artifact.js';
import { narrate } from './map/map-answers.js';
import { ReceivedAnswer, ROUTES } from './map/read-answer.js';
import { firstVersion } from '@mneme/core/bank/learned/revise.js';
import { type BankName, type IdPrefix, type LearnedId, SessionId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { Store } from '@mneme/core/ports/store.js';

export const MODULE = 'dialogue';
/** Record types of a session: a turn with its map, a stage's output, a person's edit. */
const SESSION_RECORDS = ['turn', 'stage', 'edit'] as const;
type RecordType = (typeof SESSION_RECORDS)[number];
/** All record types; a taste holds preferences from an edit or set by hand. */
export const RECORDS = [...SESSION_RECORDS, 'taste'] as const;

const TurnValue = z.object({
  session: SessionId,
  query: z.string(),
  answers: z.array(ReceivedAnswer),
  route: z.enum(ROUTES),
  /** The only answer of a turn that was not mapped, possibly truncated. */
  raw: z.string().nullable(),
  artifact: MapperArtifact,
  notes: z.array(z.string()),
});
export type TurnValue = z.output<typeof TurnValue>;

const StageValue = z.object({
  session: SessionId,
  turn: z.string(),
  stage: Stage,
  output: z.unknown(),
  /** `caller`, or the id of the language model. */
  by: z.string(),
});
type StageValue = z.output<typeof StageValue>;

const EditValue = z.object({ session: SessionId, turn: z.string(), edit: ArtifactEdit });
type EditValue = z.output<typeof EditValue>;

interface DialogueValues {
  readonly turn: TurnValue;
  readonly stage: StageValue;
  readonly edit: EditValue;
}

const SCHEMAS = { turn: TurnValue, stage: StageValue, edit: EditValue } as const;

/** A turn with its stages and edits. */
export interface StoredTurn {
  readonly id: LearnedId;
  readonly at: Instant;
  readonly value: TurnValue;
  readonly stages: Partial<StageOutputs>;
  /** Author of each stage. */
  readonly madeBy: Partial<Readonly<Record<Stage, string>>>;
  readonly edits: readonly ArtifactEdit[];
  /** Highest number of a person's own claims, undone edits included: those can be redone. */
  readonly ownClaims: number;
}

const keyOf = (type: RecordType, session: string): string => `${MODULE} ${type} ${session}`;

/** Creates the first version of a record of this module. */
export function newRecord<Type extends RecordType>(
  type: Type,
  value: DialogueValues[Type],
  at: Instant,
  newId: (prefix: IdPrefix) => string,
): LearnedRecord<'module'> {
  return firstVersion(
    'module',
    keyOf(type, value.session),
    { module: MODULE, type, value: { ...value }, evidence: [] },
    at,
    newId,
  );
}

/** The content of a record; null for one that is retracted, of another module, or malformed. */
function readRecord<Type extends RecordType>(
  type: Type,
  record: LearnedRecord<'module'>,
): DialogueValues[Type] | null {
  return record.retractedAt === null ? readEvenRetracted(type, record) : null;
}

/** {@link readRecord}, including retracted records. */
function readEvenRetracted<Type extends RecordType>(
  type: Type,
  { body: { module, type: of, value } }: LearnedRecord<'module'>,
): DialogueValues[Type] | null {
  if (module !== MODULE || of !== type) return null;
  const parsed = SCHEMAS[type].safeParse(value);
  return parsed.success ? (parsed.data as DialogueValues[Type]) : null;
}

/** The turns of a session in order, each with its stages and edits. */
export async function readSession(
  session: string,
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<readonly StoredTurn[]> {
  const records = await store.learned(bank, {
    kinds: ['module'],
    keys: SESSION_RECORDS.map((type) => keyOf(type, session)),
  });
  return assembleTurns(records);
}

/** Assembles turns from records, in order of creation; of a stage that was run again, the later output counts. */
export function assembleTurns(records: readonly LearnedRecord<'module'>[]): readonly StoredTurn[] {
  const edits = new Map<string, ArtifactEdit[]>();
  const ownClaims = new Map<string, number>();
  const stages = new Map<string, StageValue[]>();
  for (const record of records) {
    const said = readEvenRetracted('edit', record);
    if (said !== null)
      ownClaims.set(said.turn, Math.max(ownClaims.get(said.turn) ?? 0, lastOwn(said.edit)));
    const edit = readRecord('edit', record);
    if (edit !== null) edits.set(edit.turn, [...(edits.get(edit.turn) ?? []), edit.edit]);
    const stage = readRecord('stage', record);
    if (stage !== null) stages.set(stage.turn, [...(stages.get(stage.turn) ?? []), stage]);
  }
  return records.flatMap((record): StoredTurn[] => {
    const value = readRecord('turn', record);
    if (value === null) return [];
    const made = stages.get(record.id) ?? [];
    return [
      {
        id: record.id,
        at: record.createdAt,
        value,
        ...outputsOf(made),
        edits: edits.get(record.id) ?? [],
        ownClaims: ownClaims.get(record.id) ?? 0,
      },
    ];
  });
}

/** A person's own claims are numbered consecutively over all edits of a turn. */
const lastOwn = ({ added }: ArtifactEdit): number =>
  Math.max(0, ...added.map(({ claim }) => Number(claim.id.slice(1))));

function outputsOf(made: readonly StageValue[]): Pick<StoredTurn, 'stages' | 'madeBy'> {
  const stages: Partial<Record<Stage, unknown>> = {};
  const madeBy: Partial<Record<Stage, string>> = {};
  for (const { stage, output, by } of made) {
    const parsed = OUTPUT_SCHEMAS[stage].safeParse(output);
    if (!parsed.success) continue;
    stages[stage] = parsed.data;
    madeBy[stage] = by;
  }
  return { stages: stages as Partial<StageOutputs>, madeBy };
}

/** One turn with the turns of its session. Null for an unknown id. */
export async function readTurn(
  id: LearnedId,
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<{ readonly turn: StoredTurn; readonly session: readonly StoredTurn[] } | null> {
  const [record] = await store.learned(bank, { kinds: ['module'], ids: [id] });
  const value = record === undefined ? null : readRecord('turn', record);
  if (value === null) return null;
  const session = await readSession(value.session, bank, store);
  const turn = session.find((each) => each.id === id);
  return turn === undefined ? null : { turn, session };
}

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
const UserSignal: SchemaOf<UserSignal, typeof signalShape> = signalShape;

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
const Landscape: SchemaOf<Landscape, typeof landscapeShape> = landscapeShape;

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
