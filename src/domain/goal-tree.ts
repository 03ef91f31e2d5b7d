import { z } from 'zod';
import { MnemeError } from './errors.js';
import { GOAL_LEVELS, isStanding, Goal } from './goal.js';
import type { GoalId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';

/** The goal at the top of the tree, or null when the bank has none yet. */
export function northStarOf(goals: readonly Goal[]): Goal | null {
  return goals.find((goal) => goal.level === 'north_star' && isStanding(goal)) ?? null;
}

/**
 * Throws `invalid_input`, naming field, value and remedy, unless `goal` fits into the tree of `goals`
 * (replacing its own earlier version): one north star, existing parents, no cycle, no goal above its
 * parent.
 */
export function assertFitsTree(goal: Goal, goals: readonly Goal[]): void {
  const others = goals.filter(({ id }) => id !== goal.id);
  if (!isStanding(goal)) return;
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
  if (!isStanding(parent))
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
    (child) => child.parent === goal.id && isStanding(child) && rank(child) < rank(goal),
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
export function servantsOf(id: GoalId, goals: readonly Goal[]): Goal[] {
  const found: Goal[] = [];
  const seen = new Set<GoalId>([id]);
  for (let layer = [id]; layer.length > 0;) {
    const next = goals.filter(
      (goal) =>
        goal.parent !== null &&
        layer.includes(goal.parent) &&
        isStanding(goal) &&
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

/** Every goal once, each before those that serve it; a goal whose parent is gone is at the top. */
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
