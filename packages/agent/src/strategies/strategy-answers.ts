import { z } from 'zod';
import { States } from '@mneme/core/bank/learned/sightings.js';
import { LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import { Difficulty } from '@mneme/core/domain/world-model.js';
import { CONDITION_STATES, FactInput, Risk, STRATEGY_LEVELS } from '@mneme/core/domain/strategy.js';
import { type Of, pageOutput, type SchemaOf, Share, textUpTo } from '@mneme/core/domain/schema.js';
import { GroundFact, Precedents, ToldWay } from '@mneme/core/modules/evidence/index.js';
import { SelfEstimate } from '../world-model/index.js';

/** The results of the operations on strategies. */

const strategyLineShape = z.strictObject({
  id: LearnedId,
  title: z.string(),
  description: z.string(),
  content: z.string(),
  domain: z.string(),
  level: z.enum(STRATEGY_LEVELS),
  fromSuccess: z.boolean(),
});
export interface StrategyLine extends Of<typeof strategyLineShape> {}
export const StrategyLine: SchemaOf<StrategyLine, typeof strategyLineShape> = strategyLineShape;

const learnReportShape = z.strictObject({
  /** Numbers of runs stored, and of runs already known. */
  learned: z.number(),
  known: z.number(),
  successes: z.number(),
  failures: z.number(),
  /** New and changed strategies; then the numbers of new, changed and contradicted ones. */
  strategies: z.array(StrategyLine),
  added: z.number(),
  changed: z.number(),
  dropped: z.number(),
  notices: z.array(z.string()),
  sequence: z.number(),
});
export interface LearnReport extends Of<typeof learnReportShape> {}
export const LearnReport: SchemaOf<LearnReport, typeof learnReportShape> = learnReportShape;

const shownStrategyShape = z.strictObject({
  id: LearnedId,
  title: z.string(),
  description: z.string(),
  content: z.string(),
  domain: z.string(),
  level: z.enum(STRATEGY_LEVELS),
  fromSuccess: z.boolean(),
  preconditions: z.array(z.string()),
  risk: Risk,
  /** Actions to be done, in order; none in a warning. */
  actions: z.array(z.string()),
  /** Actions that must not be done. */
  avoids: z.array(z.string()),
  applications: z.number(),
  successes: z.number(),
  /** Share of applications that succeeded; null before the first. */
  successRate: Share.nullable(),
  /** 0..1: how likely it is to work, including the runs it was learned from. */
  promise: Share,
  support: z.strictObject({
    for: z.number(),
    against: z.number(),
  }),
  failureModes: z.record(z.string(), z.number()),
  /** Its weight among others, 0..1; below 1 it was demoted, because its field goes badly. */
  priority: Share,
  subsumedBy: LearnedId.nullable(),
  subsumes: z.array(LearnedId),
  /** Relevance to the task, 0..1; null in a list. */
  score: z.number().nullable(),
  /** Its conditions checked against the facts. */
  conditions: z.array(
    z.strictObject({
      condition: z.string(),
      state: z.enum(CONDITION_STATES),
    }),
  ),
});
/** A strategy as shown in answers. */
export interface ShownStrategy extends Of<typeof shownStrategyShape> {}
export const ShownStrategy: SchemaOf<ShownStrategy, typeof shownStrategyShape> = shownStrategyShape;

/** What the bank knows for and against a strategy in one case. */
export const StrategyGrounds = z.strictObject({
  /** Memories that confirm its conditions. */
  restsOn: z.array(MemoryId),
  /** Memories on its subject, which provide the details. */
  particulars: z.array(MemoryId),
  /** How it went in similar tasks. */
  here: z.strictObject({ attempts: z.number(), successes: z.number() }),
  /** Ranking value: score × competence × forecast of its actions, per action. */
  worth: z.number(),
  /** The success rate of its field, 0..1; halved if the agent is weak at it. */
  competence: Share,
  /** Probability that its actions have the same effects as before, 0..1; 0.5 if nothing is known of them. */
  foretold: Share,
});

const strategyAnswerShape = z.strictObject({
  strategies: z.array(
    z.strictObject({
      ...ShownStrategy.shape,
      /** Evidence in this case; null in a list. */
      grounds: StrategyGrounds.nullable(),
    }),
  ),
  /** Those ruled out by a fact or by their risk, and why. */
  leftOut: z.array(z.strictObject({ id: LearnedId, title: z.string(), why: z.string() })),
  facts: z.array(GroundFact),
  /** Relevant preferences and opinions, for choosing a variant. */
  preferences: z.array(GroundFact),
  /** Success rate in such tasks; null in a list. */
  competence: SelfEstimate.nullable(),
  /** What people said about doing it, with outcomes; null for a list. */
  told: Precedents.nullable(),
  /** How-tos, rules, what worked and what failed, as people described them; without a task all how-tos. */
  ways: z.array(ToldWay),
  total: z.number(),
  ...pageOutput,
});
export interface StrategyAnswer extends Of<typeof strategyAnswerShape> {}
export const StrategyAnswer: SchemaOf<StrategyAnswer, typeof strategyAnswerShape> =
  strategyAnswerShape;

const Text = textUpTo(1_000);

/** A task as input of every flow. */
export const TaskInput = z.strictObject({
  task: Text.describe('What is to be done, in words.'),
  about: Text.optional().describe('What to recall facts on. Default: the task.'),
  context: States.default([]).describe('What holds now, in short texts.'),
  facts: z.array(FactInput).max(200).default([]).describe('Facts beside those that are recalled.'),
  domain: textUpTo(100).optional().describe('The field.'),
  difficulty: Difficulty.optional().describe('How hard it looks.'),
  limit: z.int().min(1).max(50).default(3).describe('At most so many strategies.'),
});
export type TaskInput = z.input<typeof TaskInput>;
export type ParsedTask = z.output<typeof TaskInput>;
/** A task without the limit of strategies. */
export type AskedTask = Omit<ParsedTask, 'limit'>;
