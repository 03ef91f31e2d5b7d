/** Answers that combine several paradigms. */
import { z } from 'zod';
import { GoalStatus, Goal } from '@mneme/core/domain/goal.js';
import { GoalId, MemoryId, LearnedId } from '@mneme/core/domain/ids.js';
import { MovedBelief, SettledPrediction, Simulation, SelfEstimate } from '../world-model/index.js';
import { Share, type Of, type SchemaOf, Interval } from '@mneme/core/domain/schema.js';
import { ChosenStrategy, StrategyLine } from '../strategies/index.js';
import { ParadigmsReading } from '@mneme/core/domain/route.js';
import {
  GroundFact,
  Precedents,
  ToldLine,
  ToldPlan,
  ToldWay,
} from '@mneme/core/modules/evidence/index.js';

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
