// Public types of this module for programs that embed a memory.
export type { Foresight } from './capability.js';
export type { Gap, GoalOutlook, HabitOutlook } from './anticipate.js';
export type { SelfEstimate } from './self-estimate.js';
export type { ActionPlan, World, WorldInput } from './world-rules.js';
export type { MovedBelief, SettledPrediction, SettleInput } from './score-predictions.js';
export type { SimulateInput, Simulation } from './simulate.js';
export type { PlanOption } from './world/plan.js';
export type { SimulatedStep, Uncertainty } from './world/simulate.js';
