import { z } from 'zod';
import { InstantInput } from '../input.js';
import type { Instant } from '../time.js';

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
