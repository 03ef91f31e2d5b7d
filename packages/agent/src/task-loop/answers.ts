import { z } from 'zod';
import {
  ChosenStrategy,
  type ParsedTask,
  type StrategyChoice,
  StrategyLine,
} from '../strategies/index.js';
import {
  ATTEMPT_ACTION,
  ATTEMPT_FLOORS,
  AttemptParts,
  attemptScore,
  chanceByRuns,
  chanceOf,
  DONE,
  MovedBelief,
  type RunChance,
  runSimulation,
  runsIn,
  SelfEstimate,
  SettledPrediction,
  Simulation,
} from '../world-model/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { Goal, GoalStatus } from '@mneme/core/domain/goal.js';
import { GoalId, LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import { ParadigmsReading } from '@mneme/core/domain/layers.js';
import { Interval, type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { wilson } from '@mneme/core/domain/world-model.js';
import {
  GroundFact,
  outcomesOn,
  type PastOutcome,
  Precedents,
  precedentsOf,
  sharedTerms,
  ToldChance,
  ToldLine,
  ToldPlan,
  ToldWay,
  Whether,
} from '@mneme/core/modules/evidence/index.js';

/** Answers that combine several paradigms. */

const conclusionShape = z.strictObject({
  succeeded: z.boolean(),
  experience: MemoryId,
  beliefs: z.array(MovedBelief),
  /** New preferences, and a pattern that is certain enough to be a fact. */
  told: z.array(
    z.strictObject({
      id: MemoryId,
      content: z.string(),
    }),
  ),
  strategies: z.array(StrategyLine),
  strategy: z
    .strictObject({
      id: LearnedId,
      applications: z.number(),
      successes: z.number(),
    })
    .nullable(),
  predictions: z.array(SettledPrediction),
  competence: z
    .strictObject({
      id: LearnedId,
      mean: Share,
      samples: z.number(),
      newFailureMode: z.string().nullable(),
    })
    .nullable(),
  goal: z
    .strictObject({
      id: GoalId,
      progress: Share,
      status: GoalStatus,
    })
    .nullable(),
  notices: z.array(z.string()),
});
/** What was learned, in all three paradigms. */
export interface Conclusion extends Of<typeof conclusionShape> {}
export const Conclusion: SchemaOf<Conclusion, typeof conclusionShape> = conclusionShape;

export const CONFLICT_ROWS = [
  'fact_prediction',
  'strategy_competence',
  'goal_fact',
  'strategies',
  'uncertain_prediction',
  'belief_evidence',
  'facts',
] as const;

const reconciliationShape = z.strictObject({
  conflict: z.enum(CONFLICT_ROWS),
  /** What was done and why, in words. */
  resolution: z.string(),
  /** The new order, best first; ids. */
  order: z.array(z.string()),
  /** A figure that changed: a probability, a confidence, a worth; null if none did. */
  moved: z
    .strictObject({
      of: z.string(),
      before: z.number(),
      after: z.number(),
    })
    .nullable(),
  /** The adjusted interval of the probability; null if none was asked for. */
  interval: Interval.nullable(),
  /** Facts to look for. */
  seek: z.array(z.string()),
  /** What somebody should decide; null if nothing is left open. */
  question: z.string().nullable(),
});
/** How a disagreement was resolved. */
export interface Reconciliation extends Of<typeof reconciliationShape> {}
export const Reconciliation: SchemaOf<Reconciliation, typeof reconciliationShape> =
  reconciliationShape;

const forecastShape = z.strictObject({
  action: z.string(),
  simulation: Simulation,
  /** Its confidence after taking the facts into account. */
  confidence: Share,
});
export interface Forecast extends Of<typeof forecastShape> {}
export const Forecast: SchemaOf<Forecast, typeof forecastShape> = forecastShape;

const questionAnswerShape = z.strictObject({
  /** Empty where only a disagreement was to be resolved. */
  query: z.string(),
  paradigms: ParadigmsReading,
  /** In plain sentences, with the ids of their sources. */
  text: z.string(),
  facts: z.array(GroundFact),
  /** Outcomes of similar undertakings, and rules that forbid it; null where none is relevant. */
  went: Precedents.nullable(),
  /** The latest statements on the subject of the question, in addition to the facts. */
  latest: z.array(ToldLine),
  /** How-tos, current rules, what worked and what failed, as people described them. */
  ways: z.array(ToldWay),
  /** Related plans that are open. */
  plans: z.array(ToldPlan),
  preferences: z.array(GroundFact),
  strategies: z.array(ChosenStrategy),
  forecast: Forecast.nullable(),
  goals: z.array(Goal),
  competence: SelfEstimate.nullable(),
  /**
   * 0..1: the mean over the best of each paradigm; a fact counts by its probability of answering. 0 if nothing is
   * known.
   */
  confidence: Share,
  /** Disagreements with their resolution, and doubts. */
  caveats: z.array(z.string()),
  rests: z.array(MemoryId),
  /** Milliseconds by part, and the parts that exceeded their budget. */
  timings: z.record(z.string(), z.number()),
  overBudget: z.array(
    z.enum(['classify', 'declarative', 'procedural', 'simulate', 'synthesis', 'all']),
  ),
  /** What was skipped to keep to the budgets. */
  leftOut: z.array(
    z.strictObject({
      stage: z.enum(['classify', 'declarative', 'procedural', 'simulate', 'synthesis', 'all']),
      what: z.string(),
      /** The limit that was reached, in words. */
      why: z.string(),
    }),
  ),
});
/** What memory contains on a question, from all relevant paradigms. */
export interface QuestionAnswer extends Of<typeof questionAnswerShape> {}
export const QuestionAnswer: SchemaOf<QuestionAnswer, typeof questionAnswerShape> =
  questionAnswerShape;

const attemptAdviceShape = z.strictObject({
  /** Recommendation: a rule that forbids it takes precedence over the evidence on outcomes. */
  whether: Whether,
  /** Whether to ask somebody for help first. */
  askFirst: z.boolean(),
  /**
   * 0..1: 0.30 competence + 0.25 past success + 0.25 best strategy + 0.20 simulation, over the known ones, minus 0.1
   * for each threatening failure mode; null without evidence.
   */
  score: Share.nullable(),
  /** Probability of success from similar undertakings, runs and outcomes; null without any. */
  chance: ToldChance.nullable(),
  parts: AttemptParts,
  /** Known failure modes that are likely here. */
  risks: z.array(z.string()),
  /** Number of runs and outcomes, and of the successful ones. */
  past: z.strictObject({
    attempts: z.number(),
    successes: z.number(),
  }),
  /** What people said about doing it, or something similar; rules that forbid it first. */
  told: Precedents,
  /** In words, for a prompt. */
  rationale: z.string(),
});
/** Whether to attempt a task, and on what evidence. */
export interface AttemptAdvice extends Of<typeof attemptAdviceShape> {}
export const AttemptAdvice: SchemaOf<AttemptAdvice, typeof attemptAdviceShape> = attemptAdviceShape;

export async function adviseOn(
  input: ParsedTask,
  { estimate, strategies }: Pick<StrategyChoice, 'estimate' | 'strategies'>,
  bank: OpenBank,
  parts: EngineParts,
): Promise<AttemptAdvice> {
  const { task, domain } = input;
  const outcomes = await outcomesOn(task, bank, parts);
  // A task concluded together with its run is stored as both.
  const concluded = new Set(outcomes.map(({ recordedAt }) => recordedAt));
  const runs = (await runsIn(domain, bank, parts)).filter(
    ({ createdAt }) => !concluded.has(createdAt),
  );
  const told = await precedentsOf(task, bank);
  // A warning's success rate says how often heeding it was right, not how often the task succeeds.
  const best = strategies.find(({ fromSuccess }) => fromSuccess);
  const chance = pastChance(chanceByRuns(task, runs, parts.stemmer), outcomes, told);
  const shares: AttemptParts = {
    competence: estimate.known ? estimate.accuracy : null,
    pastSuccess: chance?.mean ?? null,
    strategy: best === undefined ? null : provenRate(best),
    simulation: chanceDone(input, bank, parts),
  };
  const risks = estimate.failureModes
    .map(({ mode }) => mode)
    .filter((mode) => threatens(mode, input, parts));
  const score = attemptScore(shares, risks.length);
  const past = {
    attempts: runs.length + timesOf(outcomes),
    successes:
      runs.filter(({ success }) => success).length +
      timesOf(outcomes.filter(({ success }) => success)),
  };
  const reported =
    past.attempts > 0 || Object.values({ ...shares, pastSuccess: null }).some(isKnown);
  const whether = reported ? weighed(told, score) : told.whether;
  const askFirst =
    reported && whether === 'go_with_care' && score !== null && score <= ATTEMPT_FLOORS.alone;
  const known = { whether, askFirst, score, chance, parts: shares, risks, past, told };
  return { ...known, rationale: inWords(known) };
}

const isKnown = (share: number | null): boolean => share !== null;

/** Combines all evidence; with a rule that forbids it, the best recommendation is `go_with_care`. */
function weighed(told: Precedents, score: number | null): Whether {
  if (score === null) return told.whether;
  const forbidden = told.lines.some(({ forbids }) => forbids);
  if (score <= ATTEMPT_FLOORS.atAll || (forbidden && told.whether === 'do_not')) return 'do_not';
  return score > ATTEMPT_FLOORS.freely && !forbidden ? 'go' : 'go_with_care';
}

/** Success rate in use, else in the runs that it was learned from; null for one that was only stated. */
function provenRate({ successRate, promise, support }: ChosenStrategy): number | null {
  return successRate ?? (support.for + support.against > 0 ? promise : null);
}

const timesOf = (outcomes: readonly PastOutcome[]): number =>
  outcomes.reduce((sum, { times }) => sum + times, 0);

/** Combines learned runs, stored outcomes and reports, weighted by their numbers. */
function pastChance(
  byRuns: RunChance | null,
  outcomes: readonly PastOutcome[],
  { chance: byTold }: Precedents,
): ToldChance | null {
  const times = timesOf(outcomes);
  const successes = timesOf(outcomes.filter(({ success }) => success));
  const voices = [
    ...(byRuns === null || byRuns.like === 0
      ? []
      : [{ good: byRuns.mean, mixed: 0, weight: byRuns.like }]),
    ...(times === 0 ? [] : [{ good: successes / times, mixed: 0, weight: times }]),
    ...(byTold === null ? [] : [{ ...byTold, weight: byTold.undertakings }]),
  ];
  if (voices.length === 0) return null;
  const weights = voices.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (name: 'good' | 'mixed'): number =>
    voices.reduce((sum, voice) => sum + voice[name] * voice.weight, 0) / weights;
  const [good, mixed] = [shareOf('good'), shareOf('mixed')];
  const mean = good + mixed / 2;
  return {
    ...{ mean, good, mixed, bad: Math.max(0, 1 - good - mixed) },
    interval: wilson(mean * weights, weights),
    undertakings: Math.round(weights),
  };
}

/** The context of a task in the world model. */
export function attemptContext({
  context,
  difficulty,
}: Pick<ParsedTask, 'context' | 'difficulty'>): string[] {
  return difficulty === undefined ? [...context] : [...context, `difficulty: ${difficulty}`];
}

function chanceDone(
  input: ParsedTask,
  { learned: { book } }: OpenBank,
  parts: EngineParts,
): number | null {
  const simulated = runSimulation(
    {
      actions: [ATTEMPT_ACTION],
      context: attemptContext(input),
      domain: input.domain ?? 'general',
      facts: input.facts,
    },
    book,
    parts,
  );
  return simulated.known ? chanceOf([DONE], simulated, simulated.steps[0]) : null;
}

const GRADED = /^failure_in_(\w+)$/u;

/** A failure mode applies if the task contains half of its content words, or has its difficulty. */
function threatens(
  mode: string,
  { task, context, difficulty }: ParsedTask,
  { stemmer }: EngineParts,
): boolean {
  const graded = GRADED.exec(mode);
  if (graded !== null) return graded[1] === difficulty;
  return sharedTerms(mode, [task, ...context].join(' '), stemmer) >= 0.5;
}

const ADVICE: Readonly<Record<Whether, string>> = {
  go: 'Go ahead.',
  go_with_care: 'Go with care, say that it may fail, and check the result.',
  do_not: 'Do not do it.',
  unknown: 'There is no evidence either way.',
};
const NO_OUTCOME = 'Nobody said how it went.';
/** Number of lines quoted in the rationale. */
const QUOTED = 3;

function inWords({
  whether,
  askFirst,
  risks,
  past: { attempts, successes },
  told,
  chance,
}: Omit<AttemptAdvice, 'rationale'>): string {
  const rules = told.lines.filter(({ forbids }) => forbids);
  const cases = told.lines.filter(({ went, forbids }) => went !== null && !forbids);
  return [
    whether === 'unknown' && told.lines.length > 0 ? NO_OUTCOME : ADVICE[whether],
    ...(askFirst ? ['Ask for help first.'] : []),
    ...rules.map(({ text }) => `A rule stands against it: “${text}”`),
    ...(chance === null
      ? []
      : [
          `By ${chance.undertakings} like it, it goes well ${Math.round(100 * chance.mean)} times in 100.`,
        ]),
    ...(attempts === 0 ? [] : [`Of ${attempts} runs, ${successes} went well.`]),
    ...cases.slice(0, QUOTED).map(({ text }) => `Told: “${text}”`),
    ...(risks.length === 0 ? [] : [`It failed before by: ${risks.join(', ')}.`]),
  ].join(' ');
}
