import { z } from 'zod';
import {
  isWeak,
  asEstimate,
  competenceFor,
  estimateFor,
  type SelfEstimate,
  runSimulation,
  type Simulation,
} from '../world-model/index.js';
import { actionPhrase } from '../../language/action-words.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { FoundFact, GroundFact } from '../evidence/index.js';
import { groundAll, type GroundedStrategies, type GroundedStrategy } from './ground-strategy.js';
import type { AskedTask, ParsedTask } from './task-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { ShownStrategy, StrategyGrounds, type StrategyAnswer } from './strategy-answers.js';

const chosenStrategyShape = z.strictObject({ ...ShownStrategy.shape, ...StrategyGrounds.shape });
export interface ChosenStrategy extends Of<typeof chosenStrategyShape> {}
export const ChosenStrategy: SchemaOf<ChosenStrategy, typeof chosenStrategyShape> =
  chosenStrategyShape;

/** Strategies for a task by competence and by what they would lead to. */
export interface StrategyChoice {
  readonly task: string;
  readonly estimate: SelfEstimate;
  readonly strategies: ChosenStrategy[];
  readonly leftOut: StrategyAnswer['leftOut'];
  readonly facts: GroundFact[];
  readonly preferences: GroundFact[];
}

/** Below this competence nothing risky is tried. */
export const MIN_COMPETENCE = 0.5;
/** The factor for a strategy in a field that the agent is weak at. */
export const WEAK = 0.5;
/** At least so many are simulated. */
const SIMULATED = 5;

/** Filters and ranks strategies by competence. */
export async function weighStrategies(
  input: ParsedTask,
  bank: OpenBank,
  parts: EngineParts,
  known?: readonly FoundFact[],
): Promise<StrategyChoice> {
  return weighGrounded(input, await groundAll(input, bank, parts, known), bank, parts, input.limit);
}

/** Simulates a strategy's actions, or returns null if there is no time. */
type Simulating = (strategy: GroundedStrategy, simulate: () => Simulation) => Simulation | null;

export function weighGrounded(
  input: AskedTask,
  { strategies, ruledOut, facts, preferences }: GroundedStrategies,
  bank: OpenBank,
  parts: EngineParts,
  most: number,
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
    .slice(0, Math.max(SIMULATED, most))
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
  { context, facts: given }: AskedTask,
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
  const known =
    simulated?.steps.every(({ pattern }) => pattern !== null) === true ? simulated : null;
  const foretold = known?.confidence ?? 0.5;
  // By the step, as naming more of its steps makes a strategy no worse.
  const byStep = known === null ? 0.5 : known.confidence ** (1 / actions.length);
  return {
    ...strategy,
    competence,
    foretold,
    worth: (strategy.score ?? 0) * (0.5 + competence) * (0.5 + byStep),
  };
}

/** What to do, in one line. */
export function asAction({ actions, title }: Pick<GroundedStrategy, 'actions' | 'title'>): string {
  return actions.length === 0 ? title : actions.map(actionPhrase).join(', then ');
}
