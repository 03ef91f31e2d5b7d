export { type GoalState, agenda, emptyPlan, urgencyOf } from './agenda.js';
export { changedGoal } from './goals.js';
export { type Subgoals, plansOf, standingGoal, stepsFor, subgoalsOf } from './plans.js';
