import { z } from 'zod';
import {
  asAction,
  ChosenStrategy,
  type ParsedTask,
  TaskInput,
  weighStrategies,
} from '../strategies/index.js';
import {
  adviseOn,
  AttemptAdvice,
  attemptContext,
  Conclusion,
  QuestionAnswer,
  Reconciliation,
} from './answers.js';
import { concludeIn, InteractionInput, readInteraction } from './conclude.js';
import { reconcile, ReconcileInput } from './reconcile.js';
import { QuestionInput, synthesise } from './synthesise.js';
import {
  ATTEMPT_ACTION,
  DONE,
  observeIn,
  predict,
  Seen,
  SeenReceipt,
} from '../world-model/index.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { Draft, reviseAndRemember } from '@mneme/core/bank/learned/revise.js';
import { LearnedId, type MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { FormerLimit } from '@mneme/core/domain/profile.js';
import { flag, type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { GroundFact, ToldWay, waysOf } from '@mneme/core/modules/evidence/index.js';

const { query, status, ...aroundIt } = InteractionInput.shape;

export const ObserveInput = z
  .strictObject({
    query: query.optional(),
    status: status.optional(),
    ...aroundIt,
    ...Seen.shape,
  })
  .refine(
    ({ query: asked, transition, prediction, task, doing }) =>
      [asked, transition, prediction, task, doing].some((part) => part !== undefined),
    { message: 'name at least one of query, transition, prediction, task, doing' },
  )
  .refine((given) => (given.query === undefined) === (given.status === undefined), {
    message: 'what was asked for and how it ended go together',
    path: ['status'],
  })
  .refine((given) => given.query !== undefined || Object.keys(aroundIt).every(isMissing(given)), {
    message: 'say what was asked for: this belongs to it',
    path: ['query'],
  });
export type ObserveInput = z.input<typeof ObserveInput>;

function isMissing(given: object): (field: string) => boolean {
  return (field) => {
    const value = (given as Readonly<Record<string, unknown>>)[field];
    return value === undefined || (Array.isArray(value) && value.length === 0);
  };
}

const observeReceiptShape = z.strictObject({
  ...SeenReceipt.shape,
  /** What was learned from the interaction; null without one. */
  interaction: Conclusion.nullable(),
  sequence: z.number(),
});
export interface ObserveReceipt extends Of<typeof observeReceiptShape> {}
export const ObserveReceipt: SchemaOf<ObserveReceipt, typeof observeReceiptShape> =
  observeReceiptShape;

/**
 * Learns from observations, and from the outcome of an interaction, in all paradigms, as one change. Throws
 * `not_found`, `conflict` for a prediction that is settled, `invalid_input`.
 */
export async function observe(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<ObserveReceipt> {
  const input = parseInput(ObserveInput, raw, 'observation');
  const { query: asked, status: ended } = input;
  const interaction =
    asked === undefined || ended === undefined
      ? null
      : await readInteraction({ ...input, query: asked, status: ended }, bank, parts);
  return reviseAndRemember(bank, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const concluded =
      interaction === null ? null : await concludeIn(interaction, draft, bank, parts);
    const seen = await observeIn(input, draft, bank, parts);
    return draft.decision(
      concluded === null ? 'observe' : 'learn',
      asked === undefined ? 'observed' : `learned from “${asked.slice(0, 80)}”`,
      (sequence, told) => ({ ...seen(told), interaction: concluded?.(told) ?? null, sequence }),
    );
  });
}

const preparedTaskShape = z.strictObject({
  task: z.string(),
  advice: AttemptAdvice,
  facts: z.array(GroundFact),
  preferences: z.array(GroundFact),
  /** The strategy to use; null if none is known. */
  strategy: ChosenStrategy.nullable(),
  alternatives: z.array(ChosenStrategy),
  /** How-tos, current rules, what worked and what failed, as people described them. */
  ways: z.array(ToldWay),
  leftOut: z.array(
    z.strictObject({
      id: LearnedId,
      title: z.string(),
      why: z.string(),
    }),
  ),
  /** What to do, in one line. */
  action: z.string(),
  /** The stored prediction; `observe` settles it. */
  prediction: LearnedId,
  /** 0..1: the predicted probability of success. */
  probability: Share,
  caveats: z.array(z.string()),
});
/** A prepared task: what is known, how to go about it, what to expect. */
export interface PreparedTask extends Of<typeof preparedTaskShape> {}
export const PreparedTask: SchemaOf<PreparedTask, typeof preparedTaskShape> = preparedTaskShape;

/** Facts, preferences and strategies for a task, the best of the simulated ones, and a prediction of the outcome. */
async function prepare(raw: unknown, bank: OpenBank, parts: FlowParts): Promise<PreparedTask> {
  const input = parseInput(TaskInput, raw, 'task');
  const choice = await weighStrategies(input, bank, parts);
  const advice = await adviseOn(input, choice, bank, parts);
  // A warning says what to avoid, not how to do the task.
  const ways = choice.strategies.filter(({ fromSuccess }) => fromSuccess);
  const warnings = choice.strategies.filter(({ fromSuccess }) => !fromSuccess);
  const best = ways[0] ?? warnings[0];
  const told = await waysOf(input.task, bank);
  const { id } = await predict(expectation(input, advice, best), bank, parts);
  return {
    task: input.task,
    advice,
    facts: choice.facts,
    preferences: choice.preferences,
    strategy: best ?? null,
    alternatives: ways.slice(1, 1 + input.limit),
    ways: [...told],
    leftOut: choice.leftOut,
    action: best === undefined ? input.task : asAction(best),
    prediction: id,
    probability: chanceTold(advice),
    caveats: [
      ...(advice.whether === 'go' ? [] : [advice.rationale]),
      ...(ways.length + told.length === 0 ? ['No strategy for it is known.'] : []),
      ...warnings.slice(0, input.limit).map(({ title }) => title),
    ],
  };
}

/** Without evidence, both outcomes are equally likely. */
const EVEN = 0.5;

const chanceTold = ({ chance, score }: AttemptAdvice): number =>
  Math.min(1, chance?.mean ?? score ?? EVEN);

/** The prediction relies on the facts that confirm the conditions of the planned action. */
function expectation(
  input: ParsedTask,
  advice: AttemptAdvice,
  best: ChosenStrategy | undefined,
): Record<string, unknown> {
  return {
    action: ATTEMPT_ACTION,
    context: attemptContext(input),
    domain: input.domain ?? 'general',
    state: [DONE],
    probability: chanceTold(advice),
    beliefs: [...new Set<MemoryId>(best?.restsOn ?? [])].slice(0, 50),
  };
}

/** Outcome of a task; strategy and prediction are known from its preparation. */
export type ActOutcome = Omit<
  InteractionInput,
  'query' | 'strategy' | 'predictions' | 'domain' | 'difficulty'
> & { readonly strategy?: InteractionInput['strategy'] };

export interface Execution {
  readonly prepared: PreparedTask;
  /** Null if it was not done. */
  readonly conclusion: Conclusion | null;
}

/**
 * Prepares a task, has `act` do it, and learns from the result, in all three paradigms. `act` returns null if it was
 * not done; what it throws is rethrown after learning from the failure. A task that the advice declines is not done.
 */
export async function execute(
  raw: unknown,
  act: (prepared: PreparedTask) => Promise<ActOutcome | null>,
  bank: OpenBank,
  parts: FlowParts,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Execution> {
  const input = parseInput(TaskInput, raw, 'task');
  const prepared = await inTurn(() => prepare(input, bank, parts));
  if (prepared.advice.whether === 'do_not') return { prepared, conclusion: null };
  const learnFrom = async (outcome: ActOutcome): Promise<Conclusion | null> =>
    (await inTurn(() => observe(interactionOf(input, prepared, outcome), bank, parts))).interaction;
  let outcome: ActOutcome | null;
  try {
    outcome = await act(prepared);
  } catch (error) {
    await learnFrom({
      status: 'failure',
      failureReason:
        (error instanceof Error ? error.message : String(error)).slice(0, 300) ||
        'an error without words',
    });
    throw error;
  }
  return { prepared, conclusion: outcome === null ? null : await learnFrom(outcome) };
}

function interactionOf(
  { task, domain, difficulty }: ParsedTask,
  { strategy, prediction, probability }: PreparedTask,
  outcome: ActOutcome,
): InteractionInput {
  const used = outcome.strategy ?? strategy?.id;
  return {
    predicted: probability,
    ...(domain === undefined ? {} : { capability: domain, domain }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...outcome,
    query: task,
    ...(used === undefined ? {} : { strategy: used as NonNullable<InteractionInput['strategy']> }),
    predictions:
      outcome.status === 'unknown'
        ? []
        : [
            {
              id: prediction as never,
              came: outcome.status !== 'failure',
              ...(outcome.status === 'failure' ? {} : { state: [DONE] }),
            },
          ],
  };
}

const { task: _, domain: __, conflict, ...Ends } = ReconcileInput.shape;

export const SynthesiseInput = z
  .strictObject({
    ...QuestionInput.shape,
    query: QuestionInput.shape.query.optional(),
    prepare: flag('It is a task to be made ready: the best strategy, advice, a prediction.'),
    ...TaskInput.pick({ about: true, facts: true, difficulty: true }).shape,
    conflict: conflict.optional(),
    ...Ends,
  })
  .refine((asked) => asked.query !== undefined || asked.conflict !== undefined, {
    message: 'must be given: the question, the task, or a conflict to settle',
    path: ['query'],
  })
  .refine((asked) => !asked.prepare || asked.query !== undefined, {
    message: 'must be given: the task to be made ready',
    path: ['query'],
  });
export type SynthesiseInput = z.input<typeof SynthesiseInput> & FormerLimit;

const synthesisShape = z.strictObject({
  ...QuestionAnswer.shape,
  /** The prepared task; null unless requested. */
  prepared: PreparedTask.nullable(),
  /** How a disagreement was resolved; null without one. */
  reconciled: Reconciliation.nullable(),
});
/** An answer to a question, with a prepared task or a resolved disagreement. */
export interface Synthesis extends Of<typeof synthesisShape> {}
export const Synthesis: SchemaOf<Synthesis, typeof synthesisShape> = synthesisShape;

/** Answers from all paradigms; prepares a task, or resolves a disagreement. Throws `invalid_input`, `not_found`. */
export async function answerFrom(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Synthesis> {
  const asked = parseInput(SynthesiseInput, raw, 'synthesis');
  const { query, context, domain, paradigms, limit, budgets } = asked;
  const reconciled =
    asked.conflict === undefined ? null : await reconcile(conflictOf(asked), bank, parts);
  const prepared = asked.prepare ? await prepare(taskOf(asked), bank, parts) : null;
  const answer =
    query === undefined
      ? { ...NOTHING_ASKED, text: reconciled?.resolution ?? '' }
      : await synthesise({ query, context, domain, paradigms, limit, budgets }, bank, parts);
  return { ...answer, prepared, reconciled };
}

type Asked = z.output<typeof SynthesiseInput>;

const conflictOf = ({ query, ...asked }: Asked): unknown => ({
  ...Object.fromEntries(
    ['conflict', 'domain', ...Object.keys(Ends)].map((field) => [
      field,
      asked[field as keyof typeof asked],
    ]),
  ),
  task: query,
});

const taskOf = ({ query, about, context, facts, domain, difficulty, limit }: Asked): unknown => ({
  ...{ task: query, about, context, facts, domain, difficulty, limit },
});

const NOTHING_ASKED: QuestionAnswer = {
  query: '',
  paradigms: { value: [], cues: [], sure: 0 },
  ...{ text: '', facts: [], went: null, preferences: [], strategies: [], forecast: null },
  ...{
    latest: [],
    ways: [],
    plans: [],
    goals: [],
    competence: null,
    confidence: 0,
    caveats: [],
    rests: [],
  },
  ...{ timings: {}, overBudget: [], leftOut: [] },
};
