import { z } from 'zod';
import { MnemeError } from './errors.js';
import { GoalId } from './ids.js';
import { BoundInput } from './input.js';
import { flag, type Of, type SchemaOf, Share, shareInput, textUpTo } from './schema.js';
import { Instant } from './time.js';

/** From the widest to the nearest. A bank has one north star and a tree of goals under it. */
export const GOAL_LEVELS = ['north_star', 'strategic', 'tactical', 'immediate'] as const;
export const GoalLevel = z.enum(GOAL_LEVELS);
export type GoalLevel = z.infer<typeof GoalLevel>;

export const GOAL_STATUSES = ['active', 'suspended', 'completed', 'abandoned', 'failed'] as const;
export const GoalStatus = z.enum(GOAL_STATUSES);
export type GoalStatus = z.infer<typeof GoalStatus>;

/** Allowed transitions of a status; the last three statuses are final. */
export const STATUS_TRANSITIONS: Readonly<Record<GoalStatus, readonly GoalStatus[]>> = {
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
/** What the bank is for, in words; results are scored against it. Immutable: a change puts a new version. */
export interface Goal extends Of<typeof goalShape> {}
export const Goal: SchemaOf<Goal, typeof goalShape> = goalShape;

/** The input of `setGoal`: a new goal, or with `id` the changes to an existing one. */
export const GoalInput = z.strictObject({
  description: z
    .string()
    .trim()
    .min(3, 'at least 3 characters')
    .max(500)
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

const Cue = z.string().trim().min(1);

/** Which goals to list. */
export const GoalFilter = z.strictObject({
  all: z
    .boolean()
    .optional()
    .describe('Also those that are completed, abandoned, failed or removed.'),
  asOf: BoundInput.optional().describe('The tree as it was at that moment.'),
  about: textUpTo(1_000)
    .optional()
    .describe('Plans that were told of this matter. Default: all that is planned, open or due.'),
  order: z
    .enum(['tree', 'urgency'])
    .default('tree')
    .describe('Each before those that serve it, or what can be worked on first, by urgency.'),
  due: flag('Only the goals whose moment has come. Each trigger goes off once.'),
  event: Cue.max(1_000).optional().describe('Only those that something that happened brings up.'),
  mention: Cue.max(65_536)
    .optional()
    .describe('Only those that something that was said brings up.'),
});
export type GoalFilter = z.input<typeof GoalFilter>;

/** Whether a goal is in the tree and not in a final status. */
export function isOpenGoal({ status, retractedAt }: Goal): boolean {
  return retractedAt === null && (status === 'active' || status === 'suspended');
}

/** The message where a north star is needed and none is set. */
export const NO_NORTH_STAR =
  'The bank has no north star yet. Set one with `mneme goal set "…" --level north_star`.';

/** The goal at the top of the tree, or null when the bank has none yet. */
export function northStarOf(goals: readonly Goal[]): Goal | null {
  return goals.find((goal) => goal.level === 'north_star' && isOpenGoal(goal)) ?? null;
}

/**
 * Throws `invalid_input`, naming field, value and remedy, unless `goal` fits into the tree of `goals` (replacing its
 * own earlier version): one north star, existing parents, no cycle, no goal above its parent.
 */
export function assertFitsTree(goal: Goal, goals: readonly Goal[]): void {
  const others = goals.filter(({ id }) => id !== goal.id);
  if (!isOpenGoal(goal)) return;
  if (goal.level === 'north_star') assertOnlyStar(goal, others);
  else assertParent(goal, others);
}

function assertOnlyStar(goal: Goal, others: readonly Goal[]): void {
  const star = northStarOf(others);
  if (star !== null) {
    throw refusal(
      'level',
      goal.level,
      `The bank has a north star already: ${star.id} “${star.description}”.`,
      'Change that one by its id, or complete or remove it first.',
    );
  }
  if (goal.parent !== null)
    throw refusal(
      'parent',
      goal.parent,
      'A north star serves no other goal.',
      'Leave the parent out, or choose another level.',
    );
}

function assertParent(goal: Goal, others: readonly Goal[]): void {
  if (goal.parent === null)
    throw refusal(
      'parent',
      null,
      'The bank has no north star yet for this goal to serve.',
      'Set one first: level north_star.',
    );
  if (goal.parent === goal.id)
    throw refusal('parent', goal.parent, 'A goal cannot serve itself.', 'Name another goal.');
  const byId = new Map(others.map((each) => [each.id, each]));
  const parent = byId.get(goal.parent);
  if (parent === undefined)
    throw refusal(
      'parent',
      goal.parent,
      `There is no goal ${goal.parent}.`,
      'List the goals with `mneme goals`.',
    );
  for (
    let above: Goal | undefined = parent, steps = 0;
    above !== undefined && steps <= others.length;
    steps++
  ) {
    if (above.parent === goal.id)
      throw refusal(
        'parent',
        goal.parent,
        `${goal.parent} serves ${goal.id} itself, so the two would run in a ring.`,
        'Name a goal that is not below it.',
      );
    above = above.parent === null ? undefined : byId.get(above.parent);
  }
  if (!isOpenGoal(parent))
    throw refusal(
      'parent',
      goal.parent,
      `The goal ${goal.parent} is ${parent.retractedAt === null ? parent.status : 'removed'}.`,
      'Name a goal that stands.',
    );
  if (rank(parent) > rank(goal)) {
    throw refusal(
      'level',
      goal.level,
      `A ${goal.level} goal cannot serve a ${parent.level} one.`,
      `Give it the level ${parent.level} or a nearer one, or another parent.`,
    );
  }
  const nearer = others.find(
    (child) => child.parent === goal.id && isOpenGoal(child) && rank(child) < rank(goal),
  );
  if (nearer !== undefined)
    throw refusal(
      'level',
      goal.level,
      `The ${nearer.level} goal ${nearer.id} serves it.`,
      'Move that one first.',
    );
}

const rank = ({ level }: Goal): number => GOAL_LEVELS.indexOf(level);

function refusal(field: string, value: unknown, message: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', message, { field: `goal.${field}`, value, hint });
}

/** The active goals that serve `id`, directly or through others, nearest first. */
export function subgoalsOf(id: GoalId, goals: readonly Goal[]): Goal[] {
  const found: Goal[] = [];
  const seen = new Set<GoalId>([id]);
  for (let layer = [id]; layer.length > 0;) {
    const next = goals.filter(
      (goal) =>
        goal.parent !== null &&
        layer.includes(goal.parent) &&
        isOpenGoal(goal) &&
        !seen.has(goal.id),
    );
    for (const goal of next) seen.add(goal.id);
    found.push(...next);
    layer = next.map((goal) => goal.id);
  }
  return found;
}

const goalLineShape = z.strictObject({
  goal: Goal,
  depth: z.number(),
});
/** One line of the tree: a goal and its depth. */
export interface GoalLine extends Of<typeof goalLineShape> {}
export const GoalLine: SchemaOf<GoalLine, typeof goalLineShape> = goalLineShape;

/** Every goal once, each before those that serve it; a goal whose parent is missing is at the top. */
export function treeOrder(goals: readonly Goal[]): GoalLine[] {
  const ids = new Set(goals.map(({ id }) => id));
  const lines: GoalLine[] = [];
  const walk = (goal: Goal, depth: number): void => {
    lines.push({ goal, depth });
    for (const child of goals.filter(({ parent }) => parent === goal.id)) walk(child, depth + 1);
  };
  const tops = goals.filter(({ parent }) => parent === null || !ids.has(parent));
  for (const goal of [...tops].sort((a, b) => rank(a) - rank(b))) walk(goal, 0);
  return lines;
}

/** How urgent a goal is, 0..1. */
export const PRIORITIES = {
  critical: 1,
  high: 0.8,
  medium: 0.5,
  low: 0.3,
  background: 0.1,
} as const;
export const Priority = z.enum(['critical', 'high', 'medium', 'low', 'background']);
export type Priority = z.infer<typeof Priority>;

export const BLOCKER_KINDS = ['knowledge', 'skill', 'resource', 'other'] as const;
const BlockerKind = z.enum(BLOCKER_KINDS);
type BlockerKind = z.infer<typeof BlockerKind>;

const blockerShape = z.strictObject({
  what: z.string(),
  kind: z.enum(BLOCKER_KINDS),
});
export interface Blocker extends Of<typeof blockerShape> {}
export const Blocker: SchemaOf<Blocker, typeof blockerShape> = blockerShape;

const Words = textUpTo(500);

/** What brings up a goal: a moment, an event, or words that are said. */
const TriggerInput = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('time'), at: BoundInput.describe('The moment.') }),
  z.strictObject({ on: z.literal('event'), event: Words.describe('The event, in words.') }),
  z.strictObject({ on: z.literal('mention'), words: Words.describe('The words that are said.') }),
]);
export type Trigger = Plan['triggers'][number];

const planShape = z.strictObject({
  goal: GoalId,
  priority: Priority,
  deadline: Instant.nullable(),
  successCriteria: z.array(z.string()),
  /** Goals that must be completed first. */
  dependsOn: z.array(GoalId),
  blockers: z.array(Blocker),
  triggers: z.array(
    z.discriminatedUnion('on', [
      z.strictObject({ on: z.literal('time'), at: Instant }),
      z.strictObject({ on: z.literal('event'), event: z.string() }),
      z.strictObject({ on: z.literal('mention'), words: z.string() }),
    ]),
  ),
  /** The triggers that fired, each once, with the time: `time 0`, `event 1` by their index. */
  fired: z.record(z.string(), Instant),
  /** 0..1. */
  progress: Share,
  /** When it was last worked on; absent before the first time. */
  lastWorkedAt: z.exactOptional(Instant.optional()),
  needs: z.strictObject({
    knowledge: z.array(z.string()),
    skills: z.array(z.string()),
    resources: z.array(z.string()),
  }),
});
/** How a goal is to be reached; its text and its place in the tree are in the goal itself. */
export interface Plan extends Of<typeof planShape> {}
export const Plan: SchemaOf<Plan, typeof planShape> = planShape;

export const GoalPlanInput = z.strictObject({
  id: GoalId.describe('The goal, as in g_01h5k0c2x9w7a.'),
  priority: Priority.optional().describe('How pressing it is. Default: medium.'),
  deadline: BoundInput.nullable()
    .optional()
    .describe('Until when, a day with all of it; null takes it away.'),
  successCriteria: z.array(Words).max(20).optional().describe('How one sees that it is reached.'),
  dependsOn: z.array(GoalId).max(50).optional().describe('Goals that must be completed first.'),
  blockers: z
    .array(z.strictObject({ what: Words, kind: BlockerKind.default('other') }))
    .max(50)
    .optional()
    .describe('What stands in the way.'),
  triggers: z
    .array(TriggerInput)
    .max(20)
    .optional()
    .describe(
      'What brings it to mind: {"on":"time","at":…}, {"on":"event","event":…}, {"on":"mention","words":…}.',
    ),
  needs: z
    .strictObject({
      knowledge: z.array(Words).max(50).default([]),
      skills: z.array(Words).max(50).default([]),
      resources: z.array(Words).max(50).default([]),
    })
    .optional()
    .describe('What it takes: {"knowledge": [matters to know], "skills": […], "resources": […]}.'),
  progress: shareInput().optional().describe('How far it is, 0 to 1.'),
});
export type GoalPlanInput = z.input<typeof GoalPlanInput>;
