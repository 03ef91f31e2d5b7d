import { z } from 'zod';
import { applyEdits, composeEdit, CuratedArtifact } from './apply-edits.js';
import {
  ArtifactEdit,
  assertConsistent,
  CurateInput,
  type ParsedCuration,
  Stage,
  StageInput,
  type StageOutputs,
} from './artifact.js';
import { aimOf, askStage, type Made, readOutput, StagePrompt, TARGETS } from './ask-stage.js';
import { readQuery } from './map/claims.js';
import {
  Aspect,
  caredFor,
  PreferenceProfile,
  profileOf,
  readProfile,
  TASTE_KEY,
  tasteOf,
  type TasteValue,
} from './preference-profile.js';
import {
  bridgeAfter,
  ContextBridge,
  MODULE,
  newRecord,
  readTurn,
  stateOf,
  type StoredTurn,
  type TurnState,
} from './session.js';
import type { DialogueParts } from './turn.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { firstVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  type BankName,
  type IdPrefix,
  type LearnedId,
  ModuleRecordId,
} from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { flag, type Of, OwnText, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { Store } from '@mneme/core/ports/store.js';

export const PreferenceInput = z.strictObject({
  aspect: Aspect.optional().describe('What it is a preference of.'),
  name: textUpTo(60).optional().describe('Which one: cost, warnings …'),
  weight: z.number().min(-1).max(1).optional().describe('-1 never, 1 always.'),
  forget: flag('Forget what was counted of it, and what was set.'),
  steering: z.enum(['on', 'off']).optional().describe('Whether preferences steer anything.'),
});
export type PreferenceInput = z.input<typeof PreferenceInput>;

const receiptShape = z.strictObject({ ...PreferenceProfile.shape, sequence: z.number() });
/** The profile after the change. */
export interface PreferenceReceipt extends Of<typeof receiptShape> {}
export const PreferenceReceipt: SchemaOf<PreferenceReceipt, typeof receiptShape> = receiptShape;

/** Whether the input changes anything, rather than just reading. */
export const setsPreference = (input: PreferenceInput): boolean =>
  Object.values(input).some((value) => value !== undefined && value !== false);

/** A record of preferences, from an edit or set by hand. */
function newTaste(
  value: TasteValue,
  at: Instant,
  newId: (prefix: IdPrefix) => string,
): LearnedRecord<'module'> {
  return firstVersion(
    'module',
    TASTE_KEY,
    { module: MODULE, type: 'taste', value: { ...value }, evidence: [] },
    at,
    newId,
  );
}

/** Throws `invalid_input` where the subject of the preference is missing, or two changes are given for it. */
export function setPreference(
  raw: unknown,
  bank: BankName,
  parts: DialogueParts,
): Promise<PreferenceReceipt> {
  const value = tasteAsked(parseInput(PreferenceInput, raw, 'prefer'));
  return revise(bank, parts, async (at) => {
    const records = await parts.store.learned(bank, { kinds: ['module'], keys: [TASTE_KEY] });
    const taste = newTaste(value, at, parts.newId);
    return {
      put: { learned: [taste] },
      verb: 'dialogue',
      reason:
        value.told === 'steering'
          ? `preferences steer ${value.on ? 'again' : 'nothing'}`
          : `preference ${value.told === 'by hand' ? value.name : ''} by hand`,
      answer: (sequence) => ({ ...profileOf([...records, taste]), sequence }),
    };
  });
}

function tasteAsked({
  aspect,
  name,
  weight,
  forget,
  steering,
}: z.output<typeof PreferenceInput>): TasteValue {
  const ofOne = aspect !== undefined && name !== undefined;
  if (steering !== undefined && !ofOne && weight === undefined && !forget)
    return { told: 'steering', on: steering === 'on' };
  if (ofOne && steering === undefined && (weight !== undefined) !== forget)
    return { told: 'by hand', aspect, name, weight: weight ?? null };
  throw new MnemeError('invalid_input', 'prefer: say one thing at a time.', {
    field: 'prefer',
    hint: 'Give aspect and name with a weight or with forget; or steering alone.',
  });
}

const curationReceiptShape = z.strictObject({
  turn: OwnText,
  edit: ArtifactEdit,
  curated: CuratedArtifact,
  /** The bridge after the session's last turn. */
  bridge: ContextBridge,
  /** Whose earlier overrides it replaced. */
  notes: z.array(z.string()),
  sequence: z.number(),
});
export interface CurationReceipt extends Of<typeof curationReceiptShape> {}
export const CurationReceipt: SchemaOf<CurationReceipt, typeof curationReceiptShape> =
  curationReceiptShape;

/**
 * Stores an edit; the map itself stays unchanged. Throws `invalid_input` for an edit that contradicts itself or
 * changes nothing, `not_found`, and `conflict` for a removed claim or a turn that was edited since the caller read
 * it.
 */
export function curate(
  raw: unknown,
  bank: OpenBank,
  parts: DialogueParts,
): Promise<CurationReceipt> {
  const input = parseInput(CurateInput, raw, 'curate');
  assertConsistent(input);
  const id = parseInput(ModuleRecordId, input.turn, 'curate.turn');
  return revise(bank.name, parts, async (at) => {
    const { turn, session } = await turnNamed(id, bank.name, parts.store, 'curate.turn');
    assertSeen(input, turn);
    const { value, edits, ownClaims } = turn;
    const before = applyEdits(value.artifact, edits);
    const edit = composeEdit(input, before, { by: parts.actor, at, ownClaims });
    const edited: StoredTurn = { ...turn, edits: [...edits, edit] };
    const curated = applyEdits(value.artifact, edited.edits);
    const after = session.map((each) => (each.id === id ? edited : each));
    const bridge = bridgeAfter(after.slice(0, -1), after.at(-1) ?? edited);
    return {
      put: {
        learned: [
          newRecord('edit', { session: value.session, turn: id, edit }, at, parts.newId),
          newTaste(
            {
              told: 'by edit',
              turn: id,
              tallies: tasteOf(edit, before, curated, topicsOf(value.query, parts)),
            },
            at,
            parts.newId,
          ),
        ],
      },
      verb: 'dialogue',
      reason: `${summaryOf(edit)} in ${id}`,
      answer: (sequence) => ({
        turn: id,
        edit,
        curated,
        bridge,
        notes: replacedOverrides(input, edits),
        sequence,
      }),
    };
  });
}

/** Topics of a query: its distinctive words. */
const topicsOf = (
  query: string,
  { stemmer }: Pick<DialogueParts, 'stemmer'>,
): readonly string[] => [...new Set(readQuery(query, stemmer).terms)];

/** Throws `not_found`. */
export async function turnNamed(
  id: LearnedId,
  bank: BankName,
  store: Pick<Store, 'learned'>,
  field: string,
): Promise<{ readonly turn: StoredTurn; readonly session: readonly StoredTurn[] }> {
  const found = await readTurn(id, bank, store);
  if (found !== null) return found;
  throw new MnemeError('not_found', `There is no turn ${id}.`, {
    field,
    value: id,
    hint: 'List the turns with `mneme dialogue list`.',
  });
}

function assertSeen({ seen, turn }: ParsedCuration, { edits }: StoredTurn): void {
  if (seen === undefined || seen === edits.length) return;
  const by = [...new Set(edits.slice(seen).map((each) => each.by))].join(', ');
  throw new MnemeError(
    'conflict',
    seen > edits.length
      ? `The turn ${turn} has ${edits.length} edits, not ${seen}: some were undone.`
      : `The turn ${turn} was edited since: ${edits.length - seen} more, by ${by}.`,
    {
      field: 'curate.seen',
      value: seen,
      hint: `Look at it again with \`mneme dialogue show ${turn}\`, then send the edit with seen ${edits.length}.`,
    },
  );
}

/** Of contradicting overrides the later wins; the notes say whose was replaced. */
function replacedOverrides(
  { topology, ghost }: ParsedCuration,
  edits: readonly ArtifactEdit[],
): string[] {
  const earlier = edits.findLast((each) => each.topology !== null);
  const asked = edits.findLast((each) => each.ghost !== null);
  return [
    ...(topology !== undefined && earlier !== undefined && earlier.topology !== topology
      ? [`the topology ${earlier.topology ?? ''} of ${earlier.by} was replaced`]
      : []),
    ...(ghost !== undefined && asked !== undefined && asked.ghost?.question !== ghost
      ? [`the open question that ${asked.by} named was replaced`]
      : []),
  ];
}

function summaryOf({ added, removed, modified, elevated, topology, ghost }: ArtifactEdit): string {
  const parts = [
    ['added', added.length],
    ['removed', removed.length],
    ['modified', modified.length],
    ['elevated', elevated.length],
    ['overrides', (topology === null ? 0 : 1) + (ghost === null ? 0 : 1)],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

const stageReceiptShape = z.strictObject({
  turn: OwnText,
  stage: Stage,
  /** Whether there is an output. Without one the turn is unchanged. */
  made: z.boolean(),
  /** Why there is none; null where there is. */
  failed: z.string().nullable(),
  /** Where no language model is configured: the prompt for the caller's own, whose answer is passed as `output`. */
  prompt: StagePrompt.nullable(),
  /** What refiner and antagonist work on; null without frame and verdict. */
  orientation: z.enum(['frame', 'verdict']).nullable(),
  /** What the antagonist targets; null where nothing is open. */
  target: z.enum(TARGETS).nullable(),
  output: z.record(z.string(), z.unknown()).nullable(),
  bridge: ContextBridge,
  sequence: z.number(),
});
export interface StageReceipt extends Of<typeof stageReceiptShape> {}
export const StageReceipt: SchemaOf<StageReceipt, typeof stageReceiptShape> = stageReceiptShape;

/** The output given by the caller, or the language model's. A malformed one gives no output, only the reason. */
export async function makeStage(
  raw: unknown,
  bank: OpenBank,
  parts: DialogueParts,
  signal?: AbortSignal,
): Promise<{ readonly id: LearnedId; readonly stage: Stage; readonly made: Made }> {
  const input = parseInput(StageInput, raw, 'stage');
  const id = parseInput(ModuleRecordId, input.turn, 'stage.turn');
  const { stage } = input;
  const { turn, session } = await turnNamed(id, bank.name, parts.store, 'stage.turn');
  const looked = {
    ...withSessionContext(turn, session),
    strength: turn.value.artifact.strength,
    preferred: caredFor(await readProfile(bank.name, parts.store)),
  };
  const made =
    input.output === undefined
      ? await askStage(stage, looked, parts.languageModel, signal)
      : readOutput(stage, input.output, looked);
  return { id, stage, made };
}

/** A turn with the context from before it. */
export function withSessionContext(
  turn: StoredTurn,
  session: readonly StoredTurn[],
): {
  readonly state: TurnState;
  readonly before: ContextBridge | null;
  readonly now: ContextBridge;
} {
  const earlier = session.slice(
    0,
    session.findIndex(({ id }) => id === turn.id),
  );
  const last = earlier.at(-1);
  return {
    state: stateOf(turn),
    before: last === undefined ? null : bridgeAfter(earlier.slice(0, -1), last),
    now: bridgeAfter(earlier, turn),
  };
}

/** Stores the output of a stage as a change; a stage without output changes nothing. */
export function recordStage(
  { id, stage, made }: Awaited<ReturnType<typeof makeStage>>,
  bank: OpenBank,
  parts: DialogueParts,
): Promise<StageReceipt> {
  return revise(bank.name, parts, async (at) => {
    const { turn, session } = await turnNamed(id, bank.name, parts.store, 'stage.turn');
    const after = 'failed' in made ? turn : withStage(turn, stage, made);
    const { state, now } = withSessionContext(
      after,
      session.map((each) => (each.id === id ? after : each)),
    );
    const { orientation, target } = aimOf(state, now.userSignal?.ghost ?? null);
    const value = { session: turn.value.session, turn: id, stage };
    return {
      put: {
        learned:
          'failed' in made ? [] : [newRecord('stage', { ...value, ...made }, at, parts.newId)],
      },
      verb: 'dialogue',
      reason: `${stage} of ${id}`,
      answer: (sequence) => ({
        turn: id,
        stage,
        made: !('failed' in made),
        failed: 'failed' in made ? made.failed : null,
        prompt: 'failed' in made ? (made.prompt ?? null) : null,
        orientation,
        target: target?.kind ?? null,
        output: 'failed' in made ? null : made.output,
        bridge: now,
        sequence,
      }),
    };
  });
}

function withStage(
  turn: StoredTurn,
  stage: Stage,
  { output, by }: Extract<Made, { output: unknown }>,
): StoredTurn {
  return {
    ...turn,
    stages: { ...turn.stages, [stage]: output } as Partial<StageOutputs>,
    madeBy: { ...turn.madeBy, [stage]: by },
  };
}
