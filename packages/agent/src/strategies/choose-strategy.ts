import { z } from 'zod';
import {
  type AskedTask,
  type ParsedTask,
  ShownStrategy,
  type StrategyAnswer,
  StrategyGrounds,
  TaskInput,
} from './strategy-answers.js';
import { type RankedStrategy, rankStrategies, showStrategy } from './strategy-record.js';
import {
  asEstimate,
  competenceFor,
  estimateFor,
  isWeak,
  runSimulation,
  type SelfEstimate,
  type Simulation,
} from '../world-model/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import {
  pageOf,
  parsePageRequest,
  rankedItemsNeeded,
  rankedPageOf,
} from '@mneme/core/bank/pages.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { type Of, pageInput, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';
import { StrategyLevel } from '@mneme/core/domain/strategy.js';
import { actionPhrase } from '@mneme/core/language/strategy-wording.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  bearing,
  factsOn,
  type FoundFact,
  type GroundFact,
  outcomesOn,
  type PastOutcome,
  precedentsOf,
  preferencesOn,
  strategiesOn,
  waysOf,
} from '@mneme/core/modules/evidence/index.js';

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

const Words = textUpTo(4_000);

export const StrategyQuery = z.strictObject({
  task: Words.optional().describe(
    'What is to be done, in words. Default: all strategies are listed.',
  ),
  domain: textUpTo(100).optional().describe('Only of this field, and those that hold everywhere.'),
  level: StrategyLevel.optional().describe('Only of this level.'),
  ...TaskInput.pick({ about: true, context: true, difficulty: true }).shape,
  facts: TaskInput.shape.facts.describe(
    'What holds beside what is recalled; a strategy whose conditions this violates is left out.',
  ),
  ...pageInput('At most so many.', 50, 200),
  limit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('At most so many. Default: 1 for a task, 50 for a list.'),
});
export type StrategyQuery = z.input<typeof StrategyQuery>;

/** Minimum probability of related lines where how-tos are known. */
const MIN_RELATED_PROBABILITY = 0.25;
/** Higher than for facts, as procedures are described in more places. */
const MAX_TOLD = 8;
const MAX_LEFT_OUT = 10;

/**
 * The strategies for a task, best first: those that the facts allow, by results in similar tasks, competence, and
 * predicted effects of their actions; without a task, all in order of creation.
 */
export async function findStrategies(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<StrategyAnswer> {
  const asked = parseInput(StrategyQuery, raw, 'strategies');
  const { task, level, limit = task === undefined ? 50 : 1 } = asked;
  const walk = parsePageRequest('strategies', bank.name, { ...asked, limit });
  const all = (await bank.learned.current()).all('strategy');
  const ofLevel = (each: { readonly level: StrategyLevel }): boolean =>
    level === undefined || each.level === level;
  if (task === undefined) {
    const { domain } = asked;
    const listed = all.filter(
      ({ body }) =>
        (domain === undefined || body.domain === domain || body.domain === 'general') &&
        ofLevel(body),
    );
    const { page, next } = pageOf(listed, walk, ({ createdAt, id }) => [createdAt, id]);
    return {
      strategies: page.map((record) => ({
        ...showStrategy({ record, conditions: [] }, null),
        grounds: null,
      })),
      ...{ leftOut: [], facts: [], preferences: [], competence: null, told: null },
      ways: walk.from === null ? [...(await waysOf(undefined, bank))] : [],
      ...{ total: all.length, next },
    };
  }
  const given = { ...asked, task };
  const { strategies, ...grounded } = await groundAll(given, bank, parts);
  const choice = weighGrounded(
    given,
    { ...grounded, strategies: strategies.filter(ofLevel) },
    bank,
    parts,
    rankedItemsNeeded(walk),
  );
  const { page, next } = rankedPageOf(choice.strategies, walk, ({ id }) => id);
  return {
    strategies: page.map(
      ({ restsOn, particulars, here, worth, competence, foretold, ...shown }) => ({
        ...shown,
        grounds: { restsOn, particulars, here, worth, competence, foretold },
      }),
    ),
    leftOut: choice.leftOut.slice(0, MAX_LEFT_OUT),
    ...{ facts: choice.facts, preferences: choice.preferences, competence: choice.estimate },
    ...(await toldWays(task, bank)),
    ...{ total: all.length, next },
  };
}

/** How-tos that people described, and related statements. */
async function toldWays(
  task: string,
  bank: OpenBank,
): Promise<Pick<StrategyAnswer, 'told' | 'ways'>> {
  const ways = await waysOf(task, bank);
  const told = await precedentsOf(task, bank, MAX_TOLD);
  if (ways.length === 0) return { told, ways: [] };
  const ids = new Set(ways.map(({ id }) => id));
  const bears = ({ id, probability }: (typeof told.lines)[number]): boolean =>
    !ids.has(id) && (probability === null || probability >= MIN_RELATED_PROBABILITY);
  return { told: { ...told, lines: told.lines.filter(bears) }, ways: [...ways] };
}
