import { z } from 'zod';
import { type MemoryId, LearnedId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { predict, ATTEMPT_ACTION, DONE } from '../world-model/index.js';
import {
  asAction,
  weighStrategies,
  ChosenStrategy,
  TaskInput,
  type ParsedTask,
} from '../strategies/index.js';
import { observe } from './observe.js';
import type { InteractionInput } from './interaction.js';
import { GroundFact, ToldWay, waysOf } from '@mneme/core/modules/evidence/index.js';
import { adviseOn, attemptContext, AttemptAdvice } from './attempt-advice.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { type Conclusion } from './answers.js';

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
export async function prepare(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<PreparedTask> {
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
