import type { Goal } from '../../domain/goal.js';
import { servantsOf } from '../../domain/goal-tree.js';
import type { Plan } from '../../domain/learned/plan.js';
import { emptyPlan, changedGoal } from '../goals/index.js';
import type { Draft } from '../../bank/learned/draft.js';

export interface WorkedGoal {
  readonly goal: Goal;
  readonly progress: number;
}

/**
 * Records a goal’s progress, and that it was worked on. It is completed if the work succeeded, all of it is
 * done, and no goal that serves it is open; otherwise its status stays.
 */
export function workOn(
  goal: Goal,
  progress: number,
  succeeded: boolean,
  goals: readonly Goal[],
  draft: Draft,
): WorkedGoal {
  const reached = Math.min(1, Math.max(0, progress));
  draft.change('plan', goal.id, (before: Plan = emptyPlan(goal.id)) => ({
    ...before,
    progress: reached,
    lastWorkedAt: draft.at,
  }));
  // A sum of tenths falls slightly short of one.
  const done =
    succeeded &&
    reached >= 1 - 1e-9 &&
    goal.status === 'active' &&
    servantsOf(goal.id, goals).length === 0;
  if (!done) return { goal, progress: reached };
  const completed = changedGoal(goal, { status: 'completed' }, goals, draft.at);
  draft.putGoal(completed);
  return { goal: completed, progress: reached };
}

export function progressOf(goal: Goal, draft: Draft): number {
  return draft.under('plan', goal.id)?.body.progress ?? 0;
}
