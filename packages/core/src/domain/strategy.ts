import { z } from 'zod';
import type { LearnedId } from './ids.js';
import { InstantInput } from './input.js';
import { shareInput, textUpTo } from './schema.js';
import type { Instant } from './time.js';

const RISKS = ['low', 'medium', 'high'] as const;
export const Risk = z.enum(RISKS);
export type Risk = z.infer<typeof Risk>;

/** How general a strategy is, from one case to everything. */
export const STRATEGY_LEVELS = ['instance', 'task', 'domain', 'universal'] as const;
export const StrategyLevel = z.enum(STRATEGY_LEVELS);
export type StrategyLevel = z.infer<typeof StrategyLevel>;

/**
 * A way of doing something, with the results of using it (ReasoningBank, Ouyang et al. 2025: title, description,
 * content).
 */
export interface Strategy {
  readonly title: string;
  /** One line. */
  readonly description: string;
  readonly content: string;
  readonly domain: string;
  /** Conditions in words under which it applies; checked against facts. */
  readonly preconditions: readonly string[];
  readonly risk: Risk;
  readonly level: StrategyLevel;
  /** Names of the actions it is about, in order; {@link stepsOf} are those to be done. */
  readonly actions: readonly string[];
  /** Those of them that must not be done; by default all, if it was learned from a failure. */
  readonly avoids?: readonly string[];
  /** Learned from a success (what works) or a failure (what to avoid). */
  readonly fromSuccess: boolean;
  readonly applications: number;
  readonly successes: number;
  /** How it failed, with counts. */
  readonly failureModes: Readonly<Record<string, number>>;
  /** The runs it was learned from. */
  readonly trajectories: readonly LearnedId[];
  /** Number of runs that confirm and that contradict it. */
  readonly support: { readonly for: number; readonly against: number };
  /** The more abstract strategy that subsumes it; null if none does. */
  readonly subsumedBy: LearnedId | null;
  readonly subsumes: readonly LearnedId[];
  readonly lastUsedAt: Instant | null;
  /** Its weight among others, 0..1; default 1. Lower if it was demoted because of a low success rate in its field. */
  readonly priority?: number;
}

/** The weight of a subsumed strategy relative to the one that subsumes it. */
export const SUBSUMED_WEIGHT = 0.3;

/** The actions to do, in order. A warning has none: its actions are to be avoided. */
export function stepsOf({
  actions,
  avoids = [],
  fromSuccess,
}: Pick<Strategy, 'actions' | 'avoids' | 'fromSuccess'>): readonly string[] {
  return fromSuccess ? actions.filter((action) => !avoids.includes(action)) : [];
}

/** The actions that must not be done. */
export function avoidedBy({
  actions,
  avoids,
  fromSuccess,
}: Pick<Strategy, 'actions' | 'avoids' | 'fromSuccess'>): readonly string[] {
  return avoids ?? (fromSuccess ? [] : actions);
}

/** Share of applications that succeeded; null before the first. */
export function successRate({
  applications,
  successes,
}: Pick<Strategy, 'applications' | 'successes'>): number | null {
  return applications === 0 ? null : successes / applications;
}

/** Whether facts confirm a condition, contradict it, or do not mention it. */
export const CONDITION_STATES = ['met', 'violated', 'unknown'] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];

const Words = textUpTo(4_000);

/** A fact that a caller adds to the recalled ones. */
export const FactInput = z.union([
  Words,
  z.strictObject({
    text: Words.describe('The fact, in words.'),
    confidence: shareInput().default(1).describe('How sure it is, 0 to 1.'),
  }),
]);

const TRAJECTORY_OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
export const TrajectoryOutcome = z.enum(TRAJECTORY_OUTCOMES);
export type TrajectoryOutcome = z.infer<typeof TrajectoryOutcome>;

/** One thing done. */
export interface Step {
  readonly thought: string | null;
  /** The name of a tool, or what was done in words. */
  readonly action: string;
  /** The tool's arguments; empty for an action in words. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly observation: string;
}

/** One run at a task, from its start to its end. */
export interface Trajectory {
  /** The task it is a run of; runs of the same task are compared with each other. */
  readonly task: string;
  /** The request, in words. */
  readonly query: string;
  readonly domain: string;
  readonly steps: readonly Step[];
  readonly outcome: TrajectoryOutcome;
  readonly failureReason: string | null;
  /** SHA-256 of task, steps and outcome, 22 characters: the same run is stored once. */
  readonly hash: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
}

const Text = z.string().trim();
const MAX_STEPS = 500;

const ActionInput = z.union([
  Text.min(1).max(4_000),
  z.strictObject({
    name: Text.min(1).max(200).describe('The tool.'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('What it was given.'),
  }),
]);

const StepInput = z.strictObject({
  thought: Text.max(20_000).nullish().describe('What was thought before it.'),
  action: ActionInput.describe('What was done: words, or {"name": …, "arguments": {…}}.'),
  observation: z.unknown().optional().describe('What came of it: text or JSON.'),
});

/** A run as input. */
export const TrajectoryInput = z.strictObject({
  task: Text.min(1).max(200).optional().describe('Which task it is a run of. Default: the query.'),
  query: Text.min(1).max(20_000).describe('What was asked for.'),
  domain: Text.min(1).max(100).optional().describe('The field it belongs to. Default: general.'),
  steps: z
    .array(StepInput)
    .min(1, 'a run has at least one step')
    .max(MAX_STEPS, `at most ${MAX_STEPS} steps`)
    .describe('What was done, in order.'),
  outcome: TrajectoryOutcome.describe('How it ended: success, partial, failure or unknown.'),
  failureReason: Text.max(2_000).nullish().describe('Why it failed, when somebody knows.'),
  startedAt: InstantInput.nullish().describe('When it began.'),
  endedAt: InstantInput.nullish().describe('When it ended.'),
});
export type TrajectoryInput = z.input<typeof TrajectoryInput>;
export type ParsedTrajectory = z.output<typeof TrajectoryInput>;

/** Marks a memory of how something went; its `outcome`, `strategy` and `failureMode` are in its metadata. */
export const OUTCOME_TAG = 'outcome';
