import { z } from 'zod';
import { GoalId } from './ids.js';
import { BoundInput } from './input.js';
import { Instant } from './time.js';
import { Share, type Of, type SchemaOf } from './schema.js';

/** From the widest to the nearest. A bank has one north star and a tree of goals under it. */
export const GOAL_LEVELS = ['north_star', 'strategic', 'tactical', 'immediate'] as const;
export const GoalLevel = z.enum(GOAL_LEVELS);
export type GoalLevel = z.infer<typeof GoalLevel>;

export const GOAL_STATUSES = ['active', 'suspended', 'completed', 'abandoned', 'failed'] as const;
export const GoalStatus = z.enum(GOAL_STATUSES);
export type GoalStatus = z.infer<typeof GoalStatus>;

/** Allowed transitions of a status; the last three are final. */
export const STATUS_TURNS: Readonly<Record<GoalStatus, readonly GoalStatus[]>> = {
  active: ['suspended', 'completed', 'abandoned', 'failed'],
  suspended: ['active', 'abandoned'],
  completed: [],
  abandoned: [],
  failed: [],
};

const goalShape = z.strictObject({
  id: GoalId,
  description: z.string(),
  level: GoalLevel,
  /** Null only for the north star. */
  parent: GoalId.nullable(),
  /** Its weight among the goals of its level, above 0 to 1. */
  weight: Share,
  status: GoalStatus,
  createdAt: Instant,
  changedAt: Instant,
  /** When it was removed; null while it is in the tree. */
  retractedAt: Instant.nullable(),
  version: z.number(),
});
/** What the bank is for, in words: the measure of purpose. Immutable: a change puts a new version. */
export interface Goal extends Of<typeof goalShape> {}
export const Goal: SchemaOf<Goal, typeof goalShape> = goalShape;

/** The input of `setGoal`: a new goal, or with `id` the changes to an existing one. */
export const GoalInput = z.strictObject({
  description: z
    .string()
    .trim()
    .min(3, 'at least 3 characters')
    .max(500, 'at most 500 characters')
    .optional()
    .describe('The goal in words, 3 to 500 characters. Needed for a new one.'),
  id: GoalId.optional().describe('The goal to change. Default: a new one.'),
  level: GoalLevel.optional().describe(
    'How wide it is. Default: north_star for the first, strategic for later ones.',
  ),
  parent: GoalId.optional().describe('The goal it serves. Default: the north star.'),
  weight: z
    .number()
    .gt(0, 'must be above 0, to 1')
    .max(1, 'must be above 0, to 1')
    .optional()
    .describe('What it counts in its level, above 0 to 1. Default: 1.'),
  status: GoalStatus.optional().describe(
    'How it stands. Default: active. Completed, abandoned and failed are final.',
  ),
});
export type GoalInput = z.input<typeof GoalInput>;
export type ParsedGoalInput = z.output<typeof GoalInput>;

const Cue = z.string().trim().min(1, 'must not be empty');

/** Which goals to list. */
export const GoalFilter = z.strictObject({
  all: z
    .boolean()
    .optional()
    .describe('Also those that are completed, abandoned, failed or removed.'),
  asOf: BoundInput.optional().describe('The tree as it was at that moment.'),
  about: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(1_000, 'at most 1,000 characters')
    .optional()
    .describe('Plans that were told of this matter. Default: all that is planned, open or due.'),
  order: z
    .enum(['tree', 'urgency'])
    .default('tree')
    .describe('Each before those that serve it, or what can be worked on first, by urgency.'),
  due: z
    .boolean()
    .default(false)
    .describe('Only the goals whose moment has come. Each trigger goes off once.'),
  event: Cue.max(1_000).optional().describe('Only those that something that happened brings up.'),
  mention: Cue.max(65_536)
    .optional()
    .describe('Only those that something that was said brings up.'),
});
export type GoalFilter = z.input<typeof GoalFilter>;

/** Whether a goal is in the tree and not in a final status. */
export function isStanding({ status, retractedAt }: Goal): boolean {
  return retractedAt === null && (status === 'active' || status === 'suspended');
}

/** The message where a north star is needed and none is set. */
export const NO_NORTH_STAR =
  'The bank has no north star yet. Set one with `mneme goal set "…" --level north_star`.';
