import { z } from 'zod';
import { InstantInput } from '@mneme/core/domain/input.js';
import { Difficulty, PriorName, type Competence } from '@mneme/core/domain/learned/competence.js';
import type { Habit } from '@mneme/core/domain/learned/world-model.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import { LearnedId } from '@mneme/core/domain/ids.js';
import { emptyHabit, likelyNext, noteDoing } from './habits.js';
import { benchmarkPrior, emptyCompetence, noteTask, posteriorOf } from './competence.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Draft } from '@mneme/core/bank/learned/draft.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import {
  scorePrediction,
  SettleInput,
  seeTransition,
  SeenTransition,
  SettledPrediction,
} from './score-predictions.js';
import {
  Chance,
  competenceKey,
  TransitionSighting,
  Words,
} from '@mneme/core/bank/learned/sightings.js';
import { Share, Interval } from '@mneme/core/domain/schema.js';

const Amount = z.number().min(0, 'must not be below 0').max(1e12);

export const TaskReport = z.strictObject({
  capability: Words.describe('What it took, as in "sql queries".'),
  success: z.boolean(),
  domain: Words.default('general'),
  difficulty: Difficulty.optional(),
  predicted: Chance.optional().describe('The chance of success that was told before, 0 to 1.'),
  failureMode: Words.optional().describe('How it failed, in few words.'),
  steps: Amount.optional(),
  tokens: Amount.optional(),
  seconds: Amount.optional(),
  prior: PriorName.optional().describe(
    'What to believe before anything was seen. Default: optimistic.',
  ),
  benchmark: z
    .strictObject({ share: Chance, confidence: Chance.default(0.5) })
    .optional()
    .describe(
      'Instead of a prior: the share of a benchmark that succeeded, and how far it is believed.',
    ),
});

const Doing = z.strictObject({
  entity: Words.describe('Who: a user, a system, a service.'),
  doing: Words.describe('What they did.'),
  at: InstantInput.optional().describe('When. Default: now.'),
});

/** The parts of an observation, each optional. */
export const Seen = z.strictObject({
  transition: TransitionSighting.optional().describe(
    'What an action led to: {"action", "context", "state", "domain"}.',
  ),
  prediction: SettleInput.optional().describe(
    'What became of a prediction: {"id", "state"} or {"id", "came"}.',
  ),
  task: TaskReport.optional().describe(
    'How a task went: {"capability", "success", "difficulty", …}.',
  ),
  doing: Doing.optional().describe('What somebody did: {"entity", "doing"}.'),
});
export type Seen = z.output<typeof Seen>;

/** The results, part by part. */
export const SeenReceipt = z.strictObject({
  /** What memory would have predicted, and whether it was right; null if it knew nothing of the action. */
  transition: SeenTransition.nullable(),
  prediction: SettledPrediction.nullable(),
  task: z
    .strictObject({
      id: LearnedId,
      mean: Share,
      interval: Interval,
      samples: z.number(),
    })
    .nullable(),
  doing: z
    .strictObject({
      id: LearnedId,
      /** Its predicted probability. */
      expected: z.number(),
    })
    .nullable(),
});
export type SeenReceipt = z.output<typeof SeenReceipt>;

/**
 * Adds observations to a draft: of the world, of a prediction's outcome, of the agent's own work, of somebody's
 * habits. Throws `not_found` for an unknown prediction, `conflict` for one that is settled.
 */
export async function observeIn(
  input: Seen,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<(told: readonly Receipt[]) => SeenReceipt> {
  const settlement =
    input.prediction === undefined
      ? null
      : await scorePrediction(input.prediction, draft, bank, parts, input.transition);
  const seen =
    input.transition === undefined || settlement !== null
      ? null
      : seeTransition(input.transition, draft, null);
  const task = input.task === undefined ? null : noteReport(input.task, draft);
  const doing = input.doing === undefined ? null : doingOf(input.doing, draft);
  return (told) => ({
    transition: seen ?? settlement?.transition ?? null,
    prediction: settlement?.answer(told) ?? null,
    task: task === null ? null : { id: task.id, ...summaryOf(task.body) },
    doing: doing === null ? null : { id: doing.record.id, expected: doing.expected },
  });
}

function summaryOf({ model }: Competence): {
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly samples: number;
} {
  const { mean, interval, samples } = posteriorOf(model);
  return { mean, interval, samples };
}

/** Counts the outcome of a task for the capability it needed. */
export function noteReport(
  task: z.output<typeof TaskReport>,
  draft: Draft,
): LearnedRecord<'competence'> {
  const { capability, domain, prior, benchmark } = task;
  const first = (): Competence =>
    emptyCompetence(
      capability,
      domain,
      benchmark === undefined ? prior : benchmarkPrior(benchmark.share, benchmark.confidence),
    );
  return draft.change('competence', competenceKey(capability), (before = first()) =>
    noteTask(before, task, draft.at),
  );
}

function doingOf(
  { entity, doing, at: when }: NonNullable<Seen['doing']>,
  draft: Draft,
): { readonly record: LearnedRecord<'habit'>; readonly expected: number } {
  const key = entity.toLowerCase();
  const moment = when ?? draft.at;
  const before: Habit = draft.under('habit', key)?.body ?? emptyHabit(entity);
  const plain = doing.toLowerCase().replaceAll(/\s+/gu, ' ');
  const expected =
    likelyNext(before, moment).find((each) => each.doing === plain)?.probability ?? 0;
  return {
    record: draft.change('habit', key, (habit = before) => noteDoing(habit, plain, moment)),
    expected,
  };
}
