import { z } from 'zod';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { actionPhrase } from '@mneme/core/language/action-words.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  bearing,
  factsOn,
  type FoundFact,
  type GroundFact,
  outcomesOn,
  type PastOutcome,
  preferencesOn,
  strategiesOn,
} from '@mneme/core/modules/evidence/index.js';
import { type RankedStrategy, rankStrategies } from './rank-strategies.js';
import {
  type AskedTask,
  type ParsedTask,
  ShownStrategy,
  type StrategyAnswer,
  StrategyGrounds,
} from './strategy-answers.js';
import { showStrategy } from './strategy-record.js';
import {
  asEstimate,
  competenceFor,
  estimateFor,
  isWeak,
  runSimulation,
  type SelfEstimate,
  type Simulation,
} from '../world-model/index.js';

const groundedStrategyShape = z.strictObject({
  ...ShownStrategy.shape,
  ...StrategyGrounds.pick({ restsOn: true, particulars: true, here: true }).shape,
});
/** A strategy with what the bank knows for and against it in this case. */
interface GroundedStrategy extends Of<typeof groundedStrategyShape> {}
const GroundedStrategy: SchemaOf<GroundedStrategy, typeof groundedStrategyShape> =
  groundedStrategyShape;

/** Strategies that the facts allow, and those with a violated condition. */
interface GroundedStrategies {
  readonly strategies: readonly GroundedStrategy[];
  readonly ruledOut: readonly GroundedStrategy[];
  readonly facts: GroundFact[];
  /** Relevant preferences and opinions, for choosing a variant. */
  readonly preferences: GroundFact[];
}

export const MAX_FACTS = 20;
const MAX_RULED_OUT = 10;

/**
 * Facts restrict strategies and fill them in: conditions are checked against recalled facts, and results in similar
 * tasks determine the ranking. `known` are the facts, if already recalled.
 */
export async function groundAll(
  input: AskedTask,
  bank: OpenBank,
  parts: EngineParts,
  known?: readonly FoundFact[],
): Promise<GroundedStrategies> {
  const { task, about = task, context, facts: given, domain } = input;
  const facts = known ?? (await factsOn(about, MAX_FACTS, bank));
  const [matches, preferences, outcomes] = [
    await strategiesOn(task, domain, bank),
    await preferencesOn(about, bank, parts),
    await outcomesOn(task, bank, parts),
  ];
  const told = [
    ...given.map((fact) => (typeof fact === 'string' ? { text: fact, confidence: 1 } : fact)),
    ...context.map((text) => ({ text, confidence: 1 })),
  ];
  // Facts given by the caller take precedence over memory: they are more certain about the present.
  const { ranked, ruledOut } = rankStrategies(matches, [...told, ...facts], parts.stemmer);
  const read = facts.map((fact) => ({
    ...fact,
    terms: contentTerms(fact.text, 'en', parts.stemmer),
  }));
  const grounded = (each: RankedStrategy): GroundedStrategy => ground(each, read, outcomes, parts);
  const strategies = ranked
    .map(grounded)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1));
  return {
    strategies,
    ruledOut: ruledOut.slice(0, MAX_RULED_OUT).map(grounded),
    facts: [...bearing(facts)],
    preferences: [...preferences],
  };
}

/** Cached: a strategy's words are read once, not per task. */
const wordsOf = new WeakMap<RankedStrategy['record'], ReadonlySet<string>>();

function ground(
  ranked: RankedStrategy,
  facts: readonly (GroundFact & { readonly terms: readonly string[] })[],
  outcomes: readonly PastOutcome[],
  { stemmer }: EngineParts,
): GroundedStrategy {
  const { record, conditions, score } = ranked;
  const own = outcomes.filter(({ strategy }) => strategy === record.id);
  const count = (wanted: readonly PastOutcome[]): number =>
    wanted.reduce((sum, { times }) => sum + times, 0);
  const here = { attempts: count(own), successes: count(own.filter(({ success }) => success)) };
  const restsOn = facts
    .filter(({ text }) =>
      conditions.some(({ fact, state }) => state !== 'unknown' && fact === text),
    )
    .map(({ id }) => id);
  const words =
    wordsOf.get(record) ??
    new Set(contentTerms(`${record.body.title} ${record.body.content}`, 'en', stemmer));
  wordsOf.set(record, words);
  const particulars = facts
    .filter(
      ({ id, terms }) =>
        !restsOn.includes(id) && terms.filter((term) => words.has(term)).length >= 2,
    )
    .map(({ id }) => id);
  // Laplace’s rule: a factor of 1 if untried here, up to 1.5 after successes, down to 0.5 after
  // failures.
  return {
    ...showStrategy(ranked, score * (0.5 + (here.successes + 1) / (here.attempts + 2))),
    restsOn,
    particulars,
    here,
  };
}

const chosenStrategyShape = z.strictObject({ ...ShownStrategy.shape, ...StrategyGrounds.shape });
export interface ChosenStrategy extends Of<typeof chosenStrategyShape> {}
export const ChosenStrategy: SchemaOf<ChosenStrategy, typeof chosenStrategyShape> =
  chosenStrategyShape;

/** Strategies for a task, ranked by competence and by the predicted effects of their actions. */
export interface StrategyChoice {
  readonly task: string;
  readonly estimate: SelfEstimate;
  readonly strategies: ChosenStrategy[];
  readonly leftOut: StrategyAnswer['leftOut'];
  readonly facts: GroundFact[];
  readonly preferences: GroundFact[];
}

/** Below this competence, risky strategies are left out. */
const MIN_COMPETENCE = 0.5;
/** The factor for a strategy in a field that the agent is weak at. */
export const WEAK = 0.5;
/** Minimum number of strategies that are simulated. */
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

/** Simulates a strategy's actions, or returns null if there is no time left. */
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
  // A field without reports is neutral. A strategy that is demoted already is not halved again.
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
  // Geometric mean per action, so that a strategy is not penalised for listing more steps.
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
