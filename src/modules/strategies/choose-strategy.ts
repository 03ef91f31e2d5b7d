import { z } from 'zod';
import { parseInput } from '../../domain/parse-input.js';
import {
  isWeak,
  asEstimate,
  competenceFor,
  estimateFor,
  SelfEstimate,
  runSimulation,
  type Simulation,
} from '../foresight/index.js';
import { actionPhrase } from '../../language/action-words.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { type FoundFact, GroundFact } from '../told/index.js';
import { groundAll, type GroundedStrategies, GroundedStrategy } from './ground-strategy.js';
import { TaskInput, type ParsedTask } from './task-input.js';
import { LearnedId } from '../../domain/ids.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

const chosenStrategyShape = z.strictObject({
  ...GroundedStrategy.shape,
  /** The basis of the choice: score × competence × forecast of its actions. */
  worth: z.number(),
  /** The success rate of its field, 0..1; halved if the agent is weak at it. */
  competence: Share,
  /** Probability that its actions go as they went before, 0..1; 0.5 if nothing is known of them. */
  foretold: Share,
});
export interface ChosenStrategy extends Of<typeof chosenStrategyShape> {}
export const ChosenStrategy: SchemaOf<ChosenStrategy, typeof chosenStrategyShape> =
  chosenStrategyShape;

const strategyChoiceShape = z.strictObject({
  task: z.string(),
  estimate: SelfEstimate,
  strategies: z.array(ChosenStrategy),
  /** Those that were excluded, and why. */
  leftOut: z.array(
    z.strictObject({
      id: LearnedId,
      title: z.string(),
      why: z.string(),
    }),
  ),
  facts: z.array(GroundFact),
  preferences: z.array(GroundFact),
});
export interface StrategyChoice extends Of<typeof strategyChoiceShape> {}
export const StrategyChoice: SchemaOf<StrategyChoice, typeof strategyChoiceShape> =
  strategyChoiceShape;

/** Below this competence nothing risky is tried. */
export const MIN_COMPETENCE = 0.5;
/** The factor for a strategy in a field that the agent is weak at. */
export const WEAK = 0.5;
/** How many are simulated. */
const SIMULATED = 5;

/** Filters and ranks strategies by competence. */
export async function chooseStrategy(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<StrategyChoice> {
  const input = parseInput(TaskInput, raw, 'task');
  const choice = await weighStrategies(input, bank, parts);
  return { ...choice, strategies: choice.strategies.slice(0, input.limit) };
}

export async function weighStrategies(
  input: ParsedTask,
  bank: OpenBank,
  parts: EngineParts,
  known?: readonly FoundFact[],
): Promise<StrategyChoice> {
  return weighGrounded(input, await groundAll(input, bank, parts, known), bank, parts);
}

/** Simulates a strategy's actions, or returns null if there is no time. */
type Simulating = (strategy: GroundedStrategy, simulate: () => Simulation) => Simulation | null;

export function weighGrounded(
  input: ParsedTask,
  { strategies, ruledOut, facts, preferences }: Omit<GroundedStrategies, 'task'>,
  bank: OpenBank,
  parts: EngineParts,
  simulating: Simulating = (_, simulate) => simulate(),
): StrategyChoice {
  const { task, difficulty, domain } = input;
  const { book } = bank.learned;
  const asked = { difficulty, required: 0.5 };
  const named = domain === undefined ? undefined : competenceFor(domain, book, parts.stemmer);
  const byTask = competenceFor(task, book, parts.stemmer);
  const estimate =
    byTask !== undefined
      ? asEstimate(byTask, true, asked)
      : named !== undefined
        ? asEstimate(named, true, asked)
        : estimateFor(task, book, parts.stemmer, asked);
  const timid = estimate.known && estimate.accuracy < MIN_COMPETENCE;
  const risky = (strategy: GroundedStrategy): boolean => timid && strategy.risk === 'high';
  const weighed = strategies
    .filter((each) => !risky(each))
    .slice(0, SIMULATED)
    .map((each) => weigh(each, input, facts, bank, parts, simulating));
  const percent = Math.round(100 * estimate.accuracy);
  return {
    task,
    estimate,
    strategies: weighed.sort((a, b) => b.worth - a.worth || (a.id < b.id ? -1 : 1)),
    leftOut: [
      ...ruledOut.map(({ id, title, conditions }) => ({
        id,
        title,
        why: `a fact violates: ${conditions
          .filter(({ state }) => state === 'violated')
          .map(({ condition }) => condition)
          .join(', ')}`,
      })),
      ...strategies.filter(risky).map(({ id, title }) => ({
        id,
        title,
        why: `it is risky, and only ${percent} % of such tasks go well`,
      })),
    ],
    facts,
    preferences,
  };
}

function weigh(
  strategy: GroundedStrategy,
  { context, facts: given }: ParsedTask,
  facts: readonly GroundFact[],
  { learned: { book } }: OpenBank,
  { stemmer }: EngineParts,
  simulating: Simulating,
): ChosenStrategy {
  const own = competenceFor(strategy.domain, book, stemmer);
  const estimate =
    own === undefined ? null : asEstimate(own, true, { difficulty: undefined, required: 0.5 });
  // A field without reports is neutral. A strategy already demoted permanently counts half as it
  // is.
  const competence =
    estimate === null || own === undefined
      ? 0.5
      : estimate.accuracy * (isWeak(own) && strategy.priority === 1 ? WEAK : 1);
  const actions = strategy.actions.slice(0, 20);
  const simulated =
    actions.length === 0
      ? null
      : simulating(strategy, () =>
          runSimulation(
            { actions, context, domain: strategy.domain, facts: [...given, ...facts] },
            book,
            { stemmer },
          ),
        );
  const foretold =
    simulated === null || simulated.steps.some(({ pattern }) => pattern === null)
      ? 0.5
      : simulated.confidence;
  return {
    ...strategy,
    competence,
    foretold,
    worth: (strategy.score ?? 0) * (0.5 + competence) * (0.5 + foretold),
  };
}

/** What to do, in one line. */
export function asAction({ actions, title }: Pick<GroundedStrategy, 'actions' | 'title'>): string {
  return actions.length === 0 ? title : actions.map(actionPhrase).join(', then ');
}
