import { asAction, type ChosenStrategy } from '../strategies/index.js';
import type { Forecast } from './answers.js';
import type { SelfEstimate } from '../world-model/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { type Goal, isOpenGoal } from '@mneme/core/domain/goal.js';
import type { NamedEntity } from '@mneme/core/domain/graph.js';
import type { GoalId, LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import { type Paradigm, PARADIGMS, type Route } from '@mneme/core/domain/layers.js';
import type { ActionModel, TransitionPattern } from '@mneme/core/domain/world-model.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { checkConditions, wordsOfAction } from '@mneme/core/language/strategy-wording.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  goalsOf,
  type GroundFact,
  latestOn,
  namingIn,
  openPlansOn,
  type Precedents,
  sharedTerms,
  strategiesOn,
  type ToldLine,
  type ToldPlan,
  type ToldWay,
  waysOf,
} from '@mneme/core/modules/evidence/index.js';
import { profileOf } from '@mneme/core/recall/profile-and-question.js';
import { understand } from '@mneme/core/recall/understand.js';

/** The rules for reconciling two disagreeing paradigms that require no writes. */

/** The factor by which a contradicting fact reduces a prediction: facts are observed, predictions inferred. */
export const AGAINST_FACT = 0.5;

interface Contradicted {
  readonly confidence: number;
  /** The contradicting fact; null if there is none. */
  readonly fact: GroundFact | null;
}

export function factAgainstPrediction(
  state: readonly string[],
  confidence: number,
  facts: readonly GroundFact[],
  stemmer: Stemmer,
): Contradicted {
  const violated = checkConditions(
    state,
    facts.map(({ text, confidence: sure }) => ({ text, confidence: sure })),
    stemmer,
  ).find((check) => check.state === 'violated');
  const fact = facts.find(({ text }) => text === violated?.fact) ?? null;
  return { confidence: fact === null ? confidence : confidence * AGAINST_FACT, fact };
}

/** Orders strategies by competence times success rate, then by their worth in this case. */
export function byCompetence(strategies: readonly ChosenStrategy[]): ChosenStrategy[] {
  const rate = ({ successRate, competence }: ChosenStrategy): number =>
    (successRate ?? 0.5) * competence;
  return [...strategies].sort(
    (a, b) => rate(b) - rate(a) || b.worth - a.worth || (a.id < b.id ? -1 : 1),
  );
}

const WIDER = 1.5;
const UNCERTAIN = 0.5;
const FEW = 5;

/** Whether a forecast is based on little data, or is no better than a coin toss. */
export function isUncertain(confidence: number, pattern: TransitionPattern | null): boolean {
  return confidence < UNCERTAIN || pattern === null || pattern.sampleSize < FEW;
}

/** The interval widened by half around its centre, within 0..1. */
export function widened([low, high]: readonly [number, number]): readonly [number, number] {
  const middle = (low + high) / 2;
  const half = ((high - low) / 2) * WIDER;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** What a question refers to in the bank. */
interface RouteGround {
  /** People, places and things of the bank that the question names. */
  readonly entities: readonly NamedEntity[];
  /** Strategies for similar tasks. */
  readonly strategies: readonly { readonly id: LearnedId; readonly title: string }[];
  /** Actions of the world model that it mentions. */
  readonly actions: readonly string[];
  /** Active goals related to it. */
  readonly goals: readonly { readonly id: GoalId; readonly description: string }[];
}

/** Minimum similarity of a strategy's task. */
const LIKE_TASK = 0.35;
/** Minimum share of content words, of the goal or of the question, that are shared. */
const TOUCHES = 0.5;
const MOST = 5;

export const NO_GROUND: RouteGround = { entities: [], strategies: [], actions: [], goals: [] };

/** What a question refers to in the bank. Reads no memory. */
export async function groundOf(
  query: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RouteGround> {
  const profile = profileOf({ query, forgiveTypos: false }, 'route');
  await bank.state.follow();
  const { entities } = understand(profile, { now: parts.clock.now() }, bank.state, bank.recall);
  return {
    entities: entities.slice(0, MOST).map(({ id, name, type }) => ({ id, name, type })),
    strategies: (await strategiesOn(query, undefined, bank))
      .filter(({ relevance }) => relevance >= LIKE_TASK)
      .slice(0, MOST)
      .map(({ record: { id, body } }) => ({ id, title: body.title })),
    actions: actionsIn(query, await bank.learned.current(), parts.stemmer)
      .slice(0, MOST)
      .map(({ action }) => action),
    goals: (await goalsNear(query, bank, parts))
      .filter(({ share }) => share >= TOUCHES)
      .slice(0, MOST)
      .map(({ goal: { id, description } }) => ({ id, description })),
  };
}

/** Adds the paradigms of what the bank contains to those read from the words; removes none. */
export function withGround(
  read: Route['paradigms'],
  { entities, strategies, actions, goals }: RouteGround,
): Route['paradigms'] {
  const found: Readonly<Record<Paradigm, readonly string[]>> = {
    declarative: entities.map(({ name }) => name),
    procedural: strategies.map(({ title }) => title),
    predictive: [...actions, ...goals.map(({ description }) => description)],
  };
  const added = PARADIGMS.filter(
    (paradigm) => found[paradigm].length > 0 && !read.value.includes(paradigm),
  );
  return {
    value: PARADIGMS.filter(
      (paradigm) => read.value.includes(paradigm) || added.includes(paradigm),
    ),
    cues: [...read.cues, ...added.flatMap((paradigm) => found[paradigm].slice(0, 1))],
    sure: read.sure,
  };
}

/** Cached: an action's words are read once, not per question. */
const termsOf = new WeakMap<ActionModel, readonly string[]>();

/** The known actions whose words a question contains completely. */
export function actionsIn(
  query: string,
  book: LearnedIndex,
  stemmer: EngineParts['stemmer'],
): ActionModel[] {
  const asked = new Set(contentTerms(query, 'en', stemmer));
  return book
    .all('transition')
    .map(({ body }) => body)
    .filter((model) => {
      const terms =
        termsOf.get(model) ?? contentTerms(wordsOfAction(model.action).join(' '), 'en', stemmer);
      termsOf.set(model, terms);
      return terms.length > 0 && terms.every((term) => asked.has(term));
    });
}

/** The goals that share words with a question, and how many of the shorter text's words, 0 to 1. */
async function goalsNear(query: string, bank: OpenBank, parts: EngineParts) {
  return (await goalsOf(bank, parts)).filter(isOpenGoal).map((goal) => ({
    goal,
    share: Math.max(
      sharedTerms(query, goal.description, parts.stemmer),
      sharedTerms(goal.description, query, parts.stemmer),
    ),
  }));
}

/** What each paradigm contains on the matter. */
export interface ParadigmFindings {
  readonly facts: readonly GroundFact[];
  readonly went: Precedents | null;
  readonly latest: readonly ToldLine[];
  readonly ways: readonly ToldWay[];
  readonly plans: readonly ToldPlan[];
  readonly preferences: readonly GroundFact[];
  readonly strategies: readonly ChosenStrategy[];
  readonly forecast: Forecast | null;
  readonly goals: readonly Goal[];
  readonly competence: SelfEstimate | null;
}

/** A template-based text of what was found. */
export function synthesisText(
  {
    facts,
    went,
    latest,
    ways,
    plans,
    preferences,
    strategies,
    forecast,
    goals,
    competence,
  }: ParadigmFindings,
  doubtful: boolean,
  caveats: readonly string[],
): string {
  const [strategy] = strategies;
  const state = forecast?.simulation.steps[0]?.state.join(' and ') ?? '';
  const way = new Map(ways.map((line) => [line.id, `${WAY[line.way]}: `]));
  const lines = [
    ...(doubtful ? ['Nobody said so outright. The nearest to it:'] : []),
    ...facts.map(({ text, id }) => `${way.get(id) ?? ''}${text} [${id}]`),
    ...toldBeside({ facts, went, latest, ways, plans }),
    ...preferences.map(({ text, id }) => `Held: ${text} [${id}]`),
    ...(strategy === undefined
      ? []
      : [
          `What works: ${strategy.title}. ${strategy.content} (${asAction(strategy)}) [${strategy.id}]`,
        ]),
    ...(forecast === null
      ? []
      : [
          `Likely after “${forecast.action}”: ${state === '' ? 'nothing that was seen' : state} (${Math.round(100 * forecast.confidence)} %).`,
        ]),
    ...goals.map(
      ({ description, status, id }) =>
        `Goal${status === 'suspended' ? ' (suspended)' : ''}: ${description} [${id}]`,
    ),
    ...(competence === null ? [] : [competence.notice]),
    ...caveats.map((caveat) => `Note: ${caveat}`),
  ];
  return lines.length === 0 ? 'Nothing is known of it.' : lines.join('\n');
}

const WENT = { well: 'It went well', badly: 'It went badly', mixed: 'It went both ways' } as const;

const WAY = {
  never: 'Never',
  how: 'How',
  rule: 'Rule',
  worked: WENT.well,
  failed: WENT.badly,
} as const;

/** How-tos, outcomes, current state and plans, as far as the facts do not include them. */
function toldBeside({
  facts,
  went,
  latest,
  ways,
  plans,
}: Pick<ParadigmFindings, 'facts' | 'went' | 'latest' | 'ways' | 'plans'>): string[] {
  const lines = [
    ...ways.map((line) => [WAY[line.way], line] as const),
    ...(went?.lines ?? []).flatMap((line) => {
      const { went: how, forbids } = line;
      return how === null
        ? []
        : [[forbids ? 'A rule stands against it' : WENT[how], line] as const];
    }),
    ...latest.map((line) => ['Told last', line] as const),
    ...plans.map((line) => ['To come', line] as const),
  ];
  const told = new Set(facts.map(({ id }) => id));
  return lines.flatMap(([label, { id, text }]) => {
    if (told.has(id)) return [];
    told.add(id);
    return [`${label}: ${text} [${id}]`];
  });
}

/** Keeps the lines with outcomes or prohibitions; others are among the facts, if near enough. */
export async function withoutPlainFacts(
  went: Precedents,
  query: string,
  bank: OpenBank,
): Promise<Precedents> {
  const isOfIt = await namingIn(query, bank);
  const lines = went.lines.filter(
    ({ went: how, forbids, text }) => forbids || (how !== null && isOfIt(text)),
  );
  return { ...went, lines };
}

type ByNotes = Pick<ParadigmFindings, 'latest' | 'ways' | 'plans'>;
export const NO_NOTES: ByNotes = { latest: [], ways: [], plans: [] };

/** Limits of lines per category. */
const MAX_LATEST = 3;
const MAX_PLANS = 3;
/** Minimum probability of a how-to for a question, which need not be about doing something. */
const SURE_OF_QUESTION = 0.85;

/** What notes state on the matter in addition to the facts: current state, how-tos, plans. */
export async function byNotes(
  query: string,
  facts: readonly GroundFact[],
  bank: OpenBank,
): Promise<ByNotes> {
  const told = new Set(facts.map(({ id }) => id));
  const isNew = ({ id }: { readonly id: MemoryId }): boolean => !told.has(id);
  const isOfIt = await namingIn(query, bank);
  const ways = await waysOf(query, bank, query.endsWith('?') ? SURE_OF_QUESTION : undefined);
  return {
    latest: (await latestOn(query, bank, MAX_LATEST)).filter(isNew),
    ways: ways.filter(({ text }) => isOfIt(text)),
    plans: await openPlansOn(query, bank, MAX_PLANS),
  };
}

/** Current goals that share words with a question. */
export async function goalsBearing(
  query: string,
  limit: number,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Goal[]> {
  const near = (await goalsNear(query, bank, parts)).filter(({ share }) => share > 0);
  return near
    .sort((a, b) => b.share - a.share)
    .slice(0, limit)
    .map(({ goal }) => goal);
}
