import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId, LearnedId } from '../../domain/ids.js';
import { GoalId } from '../../domain/ids.js';
import { Difficulty } from '../../domain/learned/competence.js';
import { TrajectoryInput, type TrajectoryOutcome } from '../../domain/learned/trajectory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Receipt } from '../../domain/receipt.js';
import {
  useCounted,
  posteriorOf,
  noteReport,
  type MovedBelief,
  settle,
  SettleInput,
  type Settlement,
  tellOutcome,
} from '../foresight/index.js';
import { FIRST_CONFIDENCE, opinionsOn, stepped } from '../reflect/index.js';
import type { FlowParts, OpenBank } from '../../bank/core.js';
import { Draft } from '../../bank/learned/draft.js';
import {
  lessonsFrom,
  readRunsGiven,
  type GivenRuns,
  countUse,
  StrategyId,
  strategyOf,
  PatternInput,
} from '../strategies/index.js';
import { standingGoal } from '../goals/index.js';
import { reviseAndTell } from '../../bank/learned/revise.js';
import { Chance, competenceKey, Words } from '../../bank/learned/sightings.js';
import { progressOf, workOn } from './goal-work.js';
import type { Conclusion } from './answers.js';

export const INTERACTION_STATUSES = ['success', 'partial_success', 'failure', 'unknown'] as const;
const Amount = z.number().min(0, 'must not be below 0').max(1e12);

export const InteractionInput = z.strictObject({
  query: z.string().trim().min(1, 'must not be empty').max(1_000).describe('What was asked for.'),
  status: z.enum(INTERACTION_STATUSES).describe('How it ended. A partial success counts as one.'),
  failureReason: Words.optional().describe('Why it failed, in few words.'),
  entities: z.array(Words).max(20).default([]).describe('Whom and what it was about.'),
  preferences: z
    .array(
      z.strictObject({
        topic: Words.describe('What it is about.'),
        statement: z.string().trim().min(1).max(1_000).describe('What was shown to be liked.'),
        confirms: z.boolean().default(true).describe('Whether it agrees with what is held.'),
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
  domain: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('The field. Default: that of the strategy, else general.'),
  difficulty: Difficulty.optional(),
  predicted: Chance.optional().describe('The chance of success that was told before, 0 to 1.'),
  steps: Amount.optional(),
  tokens: Amount.optional(),
  seconds: Amount.optional(),
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
      progress: z
        .number()
        .min(-1, 'must be -1 to 1')
        .max(1, 'must be -1 to 1')
        .describe('How much further it is.'),
    })
    .optional()
    .describe('The goal it served: {"id", "progress"}.'),
});
export type InteractionInput = z.input<typeof InteractionInput>;
type Parsed = z.output<typeof InteractionInput>;

const OUTCOME_OF: Readonly<Record<Parsed['status'], TrajectoryOutcome>> = {
  success: 'success',
  partial_success: 'partial',
  failure: 'failure',
  unknown: 'unknown',
};
const SURE_PATTERN = 0.9;

/**
 * Learns from an interaction (capability P13): an experience; opinions that showed; lessons and statistics of strategies; what came
 * of predictions; competence and its failure modes; progress of a goal. One change. Throws `not_found` for an unknown prediction,
 * strategy or goal, `conflict` for a prediction that is settled, `invalid_input` where nobody can tell what came of one.
 */
export async function conclude(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Conclusion> {
  const input = parseInput(InteractionInput, raw, 'interaction');
  const success = input.status === 'unknown' ? null : input.status !== 'failure';
  const predictions = input.predictions.map((prediction) => resolved(prediction, success));
  const runs = await runsOf(input, bank, parts);
  return reviseAndTell(bank, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const experience = tellOutcome(draft, {
      what: `Handled “${input.query}”`,
      task: input.query,
      success,
      strategy: input.strategy,
      failureMode: success === false ? input.failureReason : undefined,
      entities: input.entities,
    });
    const shown = await showPreferences(input, draft, bank, parts);
    const learned = runs === null ? null : await lessonsFrom(runs, at, bank, parts);
    for (const record of learned?.records ?? []) draft.put(record);
    const strategy =
      input.strategy === undefined
        ? null
        : await useStrategy(input.strategy, input, success, draft, bank);
    const settlements: Settlement[] = [];
    for (const prediction of predictions)
      settlements.push(await settle(prediction, draft, bank, parts));
    const competence =
      input.capability === undefined || success === null
        ? null
        : noteCompetence(input.capability, input, success, strategy, draft);
    const goals = input.goal === undefined ? [] : await parts.store.goals(bank.name);
    const goal =
      input.goal === undefined
        ? null
        : workOn(
            standingGoal(input.goal.id, goals, 'goal.id'),
            progressOf(standingGoal(input.goal.id, goals), draft) + input.goal.progress,
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
    return draft.decision(
      'learn',
      `learned from “${input.query.slice(0, 80)}”`,
      (sequence, receipts) => ({
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
        sequence,
      }),
    );
  });
}

const idAt = (receipts: readonly Receipt[], place: number): MemoryId =>
  receipts[place]?.id as MemoryId;

/** What nobody told of a prediction follows from how it ended. */
function resolved(
  prediction: z.output<typeof SettleInput>,
  success: boolean | null,
): z.output<typeof SettleInput> {
  if (prediction.state !== undefined || prediction.came !== undefined) return prediction;
  if (success !== null) return { ...prediction, came: success };
  throw new MnemeError(
    'invalid_input',
    `interaction.predictions: what came of ${prediction.id} is unknown.`,
    {
      field: 'interaction.predictions',
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

/** An opinion on the matter moves a step; without one it is told. What disagrees with nothing is no opinion yet. */
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

/** Counted also where the lessons of this very run no longer bear it out. */
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
  // The use of a strategy of that very field is counted with the task, and not once more when uses are counted.
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
