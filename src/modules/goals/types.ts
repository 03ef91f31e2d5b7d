// What programs that embed a memory see of this room.
export type { Goals } from './capability.js';
export type { GoalState } from './agenda.js';
export type { GoalList, GoalReceipt, GoalRemoval } from './goals.js';
export type * from './plan-answers.js';
export type { DecomposeInput, TriggerCueInput } from './plans.js';
