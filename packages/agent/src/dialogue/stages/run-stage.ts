import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { revise } from '@mneme/core/bank/learned/revise.js';
import { type LearnedId, ModuleRecordId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { bridgeAfter, ContextBridge, stateOf, type TurnState } from '../bridge.js';
import { turnNamed } from '../curation/curate.js';
import { caredFor, readProfile } from '../preference-profile.js';
import { newRecord, type StoredTurn } from '../records.js';
import { aimOf, askStage, type Made, readOutput, StagePrompt, TARGETS } from './ask-stage.js';
import { Stage, StageInput, type StageOutputs } from './outputs.js';
import type { DialogueParts } from '../turn.js';

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
