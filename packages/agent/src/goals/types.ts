// Public types of this module for programs that embed a memory.
export type { Goals } from './capability.js';
export type { GoalState } from './agenda.js';
export type { GoalList, ListedGoal } from './list-goals.js';
export type { GoalReceipt, GoalSetInput } from './set-goal.js';
