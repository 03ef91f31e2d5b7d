import { defineModule } from '../module.js';

/** What the bank is for: goals as a tree, plans mentioned in conversation, plans of steps. */
export const goals = defineModule({ name: 'goals' });

export { type GoalState, agenda, emptyPlan, urgencyOf } from './agenda.js';
export { changedGoal } from './goals.js';
export { type Subgoals, plansOf, standingGoal, stepsFor, subgoalsOf } from './plans.js';
