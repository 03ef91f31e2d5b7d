export { type GoalState, agenda, emptyPlan, urgencyOf } from './plans.js';
export { changedGoal } from './set-goal.js';
export { breakDown, type KnownSteps, plansOf, existingGoal, stepsFor } from './plans.js';
