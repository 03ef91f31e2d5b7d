import { z } from 'zod';
import { changedGoal, emptyPlan, existingGoal } from '../goals/index.js';
import { FIRST_CONFIDENCE, opinionsOn, stepped } from '../reflect/index.js';
import {
  countUse,
  type GivenRuns,
  lessonsFrom,
  PatternInput,
  readRunsGiven,
  StrategyId,
  strategyOf,
} from '../strategies/index.js';
import type { Conclusion } from './answers.js';
import {
  draftOutcome,
  type MovedBelief,
  noteReport,
  posteriorOf,
  scorePrediction,
  SettleInput,
  type Settlement,
  useCounted,
} from '../world-model/index.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Draft } from '@mneme/core/bank/learned/revise.js';
import { Chance, competenceKey, Words } from '@mneme/core/bank/learned/sightings.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Goal, type Plan, subgoalsOf } from '@mneme/core/domain/goal.js';
import { GoalId, type LearnedId, type MemoryId } from '@mneme/core/domain/ids.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import { flag, numberWithin, textUpTo } from '@mneme/core/domain/schema.js';
import { TrajectoryInput, type TrajectoryOutcome } from '@mneme/core/domain/strategy.js';
import { Difficulty } from '@mneme/core/domain/world-model.js';

const INTERACTION_STATUSES = ['success', 'partial_success', 'failure', 'unknown'] as const;
const Amount = z.number().min(0, 'must not be below 0').max(1e12);

export const InteractionInput = z.strictObject({
  query: textUpTo(1_000).describe('What was asked for.'),
  status: z.enum(INTERACTION_STATUSES).describe('How it ended. A partial success counts as one.'),
  failureReason: Words.optional().describe('Why it failed, in few words.'),
  entities: z.array(Words).max(20).default([]).describe('Whom and what it was about.'),
  preferences: z
    .array(
      z.strictObject({
        topic: Words.describe('What it is about.'),
        statement: textUpTo(1_000).describe('What was shown to be liked.'),
        confirms: flag('Whether it agrees with what is held.', true),
        confidence: Chance.default(FIRST_CONFIDENCE),
      }),
    )
    .max(20)
    .default([])
    .describe('Preferences that showed: {"topic", "statement", "confirms"}.'),
  pattern: PatternInput.optional().describe(
    'What it showed of the world; a fact from a confidence above 0.9 on.',
  ),
  strategy: StrategyId.optional().describe('The strategy that was used.'),
  capability: Words.optional().describe('What it took, as in "sql queries".'),
  domain: textUpTo(100)
    .optional()
    .describe('The field. Default: that of the strategy, else general.'),
  difficulty: Difficulty.optional().describe('How hard it was.'),
  predicted: Chance.optional().describe('The chance of success that was told before, 0 to 1.'),
  steps: Amount.optional().describe('Steps it took.'),
  tokens: Amount.optional().describe('Tokens it took.'),
  seconds: Amount.optional().describe('Seconds it took.'),
  predictions: z
    .array(SettleInput)
    .max(50)
    .default([])
    .describe(
      'Predictions that were made: {"id", "state"} or {"id", "came"}. Default of came: whether it succeeded.',
    ),
  trajectory: TrajectoryInput.omit({ outcome: true, query: true })
    .extend({ outcome: TrajectoryInput.shape.outcome.optional() })
    .optional()
    .describe('The run: {"steps"}; its outcome is that of the interaction.'),
  goal: z
    .strictObject({
      id: GoalId,
      progress: numberWithin(-1, 1).describe('How much further it is.'),
    })
    .optional()
    .describe('The goal it served: {"id", "progress"}.'),
});
export type InteractionInput = z.input<typeof InteractionInput>;

interface WorkedGoal {
  readonly goal: Goal;
  readonly progress: number;
}

/**
 * Records a goal’s progress, and that it was worked on. It is completed if the work succeeded, its progress is 1, and
 * it has no open subgoals; otherwise its status stays.
 */
export function workOn(
  goal: Goal,
  progress: number,
  succeeded: boolean,
  goals: readonly Goal[],
  draft: Draft,
): WorkedGoal {
  const reached = Math.min(1, Math.max(0, progress));
  draft.change('plan', goal.id, (before: Plan = emptyPlan(goal.id)) => ({
    ...before,
    progress: reached,
    lastWorkedAt: draft.at,
  }));
  // A sum of tenths falls slightly short of one.
  const done =
    succeeded &&
    reached >= 1 - 1e-9 &&
    goal.status === 'active' &&
    subgoalsOf(goal.id, goals).length === 0;
  if (!done) return { goal, progress: reached };
  const completed = changedGoal(goal, { status: 'completed' }, goals, draft.at);
  draft.putGoal(completed);
  return { goal: completed, progress: reached };
}

export function progressOf(goal: Goal, draft: Draft): number {
  return draft.under('plan', goal.id)?.body.progress ?? 0;
}

type Parsed = z.output<typeof InteractionInput>;

const OUTCOME_OF: Readonly<Record<Parsed['status'], TrajectoryOutcome>> = {
  success: 'success',
  partial_success: 'partial',
  failure: 'failure',
  unknown: 'unknown',
};
const SURE_PATTERN = 0.9;

/** An interaction, with everything about its run that has to be read before a draft is begun. */
interface Interaction {
  readonly input: Parsed;
  readonly success: boolean | null;
  readonly predictions: readonly z.output<typeof SettleInput>[];
  readonly runs: GivenRuns | null;
}

/** Throws `invalid_input` if the outcome of a prediction is unknown. */
export async function readInteraction(
  input: Parsed,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Interaction> {
  const success = input.status === 'unknown' ? null : input.status !== 'failure';
  const predictions = input.predictions.map((prediction) => resolved(prediction, success));
  return { input, success, predictions, runs: await runsOf(input, bank, parts) };
}

/**
 * Adds an interaction to a draft: an experience; opinions it showed; lessons and statistics of strategies; outcomes
 * of predictions; competence and failure modes; progress of a goal. Throws `not_found` for an unknown prediction,
 * strategy or goal, `conflict` for a prediction that is settled.
 */
export async function concludeIn(
  { input, success, predictions, runs }: Interaction,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<(told: readonly Receipt[]) => Conclusion> {
  const experience = draftOutcome(draft, {
    what: `Handled “${input.query}”`,
    task: input.query,
    success,
    strategy: input.strategy,
    failureMode: success === false ? input.failureReason : undefined,
    entities: input.entities,
  });
  const shown = await showPreferences(input, draft, bank, parts);
  const learned = runs === null ? null : await lessonsFrom(runs, draft.at, bank, parts);
  for (const record of learned?.records ?? []) draft.put(record);
  const strategy =
    input.strategy === undefined
      ? null
      : await useStrategy(input.strategy, input, success, draft, bank);
  const settlements: Settlement[] = [];
  for (const prediction of predictions)
    settlements.push(await scorePrediction(prediction, draft, bank, parts));
  const competence =
    input.capability === undefined || success === null
      ? null
      : noteCompetence(input.capability, input, success, strategy, draft);
  const goals = input.goal === undefined ? [] : await parts.store.goals(bank.name);
  const goal =
    input.goal === undefined
      ? null
      : workOn(
          existingGoal(input.goal.id, goals, 'goal.id'),
          progressOf(existingGoal(input.goal.id, goals), draft) + input.goal.progress,
          success === true,
          goals,
          draft,
        );
  const { pattern } = input;
  const patternPlace =
    pattern !== undefined && pattern.confidence > SURE_PATTERN
      ? draft.tell({
          content: pattern.text,
          kind: 'fact',
          confidence: pattern.confidence,
          source: 'agent',
          tags: ['pattern'],
        })
      : null;
  const told = [
    ...shown.told,
    ...(patternPlace === null || pattern === undefined
      ? []
      : [{ place: patternPlace, content: pattern.text }]),
  ];
  return (receipts) => ({
    succeeded: success === true,
    experience: idAt(receipts, experience),
    beliefs: shown.moved,
    told: told.map(({ place, content }) => ({ id: idAt(receipts, place), content })),
    strategies: learned?.report.strategies ?? [],
    strategy:
      strategy === null
        ? null
        : {
            id: strategy.id,
            applications: strategy.body.applications,
            successes: strategy.body.successes,
          },
    predictions: settlements.map((settlement) => settlement.answer(receipts)),
    competence,
    goal:
      goal === null
        ? null
        : { id: goal.goal.id, progress: goal.progress, status: goal.goal.status },
    notices: [
      ...(learned?.report.notices ?? []),
      ...(success === null
        ? ['The outcome is unknown: neither strategies nor competence were moved.']
        : []),
    ],
  });
}

const idAt = (receipts: readonly Receipt[], place: number): MemoryId =>
  receipts[place]?.id as MemoryId;

/** An unreported outcome of a prediction is derived from how the task ended. */
function resolved(
  prediction: z.output<typeof SettleInput>,
  success: boolean | null,
): z.output<typeof SettleInput> {
  if (prediction.state !== undefined || prediction.came !== undefined) return prediction;
  if (success !== null) return { ...prediction, came: success };
  throw new MnemeError(
    'invalid_input',
    `observation.predictions: what came of ${prediction.id} is unknown.`,
    {
      field: 'observation.predictions',
      value: prediction.id,
      hint: 'Give `state` or `came`, or leave it open.',
    },
  );
}

function runsOf(
  { trajectory, query, status, failureReason, domain }: Parsed,
  bank: OpenBank,
  parts: FlowParts,
): Promise<GivenRuns> | null {
  if (trajectory === undefined) return null;
  const run = {
    failureReason,
    ...trajectory,
    query,
    outcome: trajectory.outcome ?? OUTCOME_OF[status],
  };
  return readRunsGiven([run], domain === undefined ? {} : { domain }, bank, parts);
}

interface ShownPreferences {
  readonly moved: readonly MovedBelief[];
  readonly told: readonly { readonly place: number; readonly content: string }[];
}

/**
 * Moves an existing opinion on the matter one step; stores a new one if there is none. Disagreement alone creates
 * none.
 */
async function showPreferences(
  { preferences }: Parsed,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<ShownPreferences> {
  const moved: MovedBelief[] = [];
  const told: ShownPreferences['told'][number][] = [];
  const opinions = await opinionsOn(preferences, bank, parts);
  for (const [at, { statement, confirms, confidence }] of preferences.entries()) {
    const memory = opinions[at];
    if (memory === undefined) {
      if (confirms)
        told.push({
          place: draft.tell({ content: statement, kind: 'opinion', confidence, source: 'agent' }),
          content: statement,
        });
      continue;
    }
    const before = draft.memory(memory);
    const next = {
      ...(await stepped(confirms ? 'reinforce' : 'weaken', before, bank, parts)),
      version: memory.version + 1,
    };
    draft.putMemory(next);
    moved.push({
      id: memory.id,
      content: memory.content,
      before: before.confidence,
      after: next.confidence,
    });
  }
  return { moved, told };
}

type Used = Awaited<ReturnType<typeof strategyOf>>;

/** Counted even if the lessons of this very run no longer support the strategy. */
async function useStrategy(
  id: LearnedId,
  { failureReason }: Parsed,
  success: boolean | null,
  draft: Draft,
  bank: OpenBank,
): Promise<Used> {
  const standing = await strategyOf(id, bank);
  if (success === null) return standing;
  return draft.put({
    ...countUse(
      draft.get('strategy', id) ?? standing,
      { success, failureMode: failureReason },
      draft.at,
    ),
    retractedAt: null,
  });
}

function noteCompetence(
  capability: string,
  input: Parsed,
  success: boolean,
  strategy: Used | null,
  draft: Draft,
): NonNullable<Conclusion['competence']> {
  const mode = success ? undefined : input.failureReason;
  const known = draft.under('competence', competenceKey(capability))?.body.failureModes ?? {};
  const {
    domain = strategy?.body.domain ?? 'general',
    difficulty,
    predicted,
    steps,
    tokens,
    seconds,
  } = input;
  const noted = noteReport(
    {
      capability,
      success,
      domain,
      difficulty,
      predicted,
      failureMode: mode,
      steps,
      tokens,
      seconds,
    },
    draft,
  );
  // A use of a strategy of the same field is already counted with the task, and must not be counted
  // again.
  const sameField = strategy !== null && competenceKey(strategy.body.domain) === noted.key;
  const record = sameField
    ? draft.change('competence', noted.key, () => useCounted(noted.body, success, mode))
    : noted;
  const fresh = mode !== undefined && known[mode] === undefined ? mode : null;
  if (fresh !== null)
    draft.tell({
      content: `Discovered a way of failing at ${capability}: ${fresh}.`,
      kind: 'experience',
      confidence: 0.8,
      source: 'agent',
      tags: ['failure mode'],
    });
  const { mean, samples } = posteriorOf(record.body.model);
  return { id: record.id, mean, samples, newFailureMode: fresh };
}
