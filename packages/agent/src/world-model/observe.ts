import { z } from 'zod';
import { FIRST_CONFIDENCE, stepped } from '../reflect/index.js';
import { emptyHabit, likelyNext, noteDoing } from './anticipate.js';
import { benchmarkPrior, emptyCompetence, noteTask, posteriorOf } from './competence.js';
import {
  scorePrediction,
  SeenTransition,
  seeTransition,
  SettledPrediction,
  SettleInput,
} from './score-predictions.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Draft } from '@mneme/core/bank/learned/revise.js';
import {
  Chance,
  competenceKey,
  dayOf,
  TransitionSighting,
  Words,
} from '@mneme/core/bank/learned/sightings.js';
import { LearnedId } from '@mneme/core/domain/ids.js';
import { InstantInput } from '@mneme/core/domain/input.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import { Interval, Share } from '@mneme/core/domain/schema.js';
import { OUTCOME_TAG } from '@mneme/core/domain/strategy.js';
import {
  type Competence,
  Difficulty,
  type Habit,
  PriorName,
} from '@mneme/core/domain/world-model.js';
import { contentHash } from '@mneme/core/language/text-hash.js';

const Amount = z.number().min(0, 'must not be below 0').max(1e12);

const TaskReport = z.strictObject({
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

/** An outcome to be stored as an experience. */
interface ToldOutcome {
  /** What was done, as a clause: “Used “look it up first” for: refund a parcel”. */
  readonly what: string;
  readonly task: string;
  /** Null if unknown. */
  readonly success: boolean | null;
  readonly strategy?: LearnedId | undefined;
  readonly failureMode?: string | undefined;
  readonly entities?: readonly string[];
  /** 0..1. Default: 1, it happened. */
  readonly confidence?: number;
}

/**
 * Stores an outcome as an experience, and returns its index among the draft's texts. The outcome is in the metadata,
 * so that it need not be parsed from words.
 */
export function draftOutcome(
  draft: Draft,
  { what, task, success, strategy, failureMode, entities = [], confidence = 1 }: ToldOutcome,
): number {
  const how =
    success === null
      ? 'the outcome is unknown'
      : success
        ? 'it succeeded'
        : `it failed${failureMode === undefined ? '' : `: ${failureMode}`}`;
  const outcome = success === null ? 'unknown' : success ? 'success' : 'failure';
  return draft.tell({
    content: `${what} on ${dayOf(draft.at)}; ${how}.${entities.length === 0 ? '' : ` It was about ${entities.join(', ')}.`}`,
    kind: 'experience',
    confidence,
    source: 'agent',
    tags: [OUTCOME_TAG, outcome],
    metadata: {
      outcome,
      task: task.slice(0, 300),
      ...(strategy === undefined ? {} : { strategy }),
      ...(failureMode === undefined ? {} : { failureMode: failureMode.slice(0, 300) }),
    },
  });
}

/**
 * Moves the opinion with exactly this wording one step; if there is none and the step is up, stores it with the
 * confidence of a first statement.
 */
export async function holdOpinion(
  content: string,
  agrees: boolean,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [found] = (
    await parts.store.findByHash(bank.name, [contentHash(content, 'opinion', null)])
  ).filter(({ retractedAt, supersededBy }) => retractedAt === null && supersededBy === null);
  if (found !== undefined)
    draft.putMemory({
      ...(await stepped(agrees ? 'reinforce' : 'weaken', draft.memory(found), bank, parts)),
      version: found.version + 1,
    });
  else if (agrees)
    draft.tell({
      content,
      kind: 'opinion',
      confidence: FIRST_CONFIDENCE,
      source: 'agent',
      metadata,
    });
}
