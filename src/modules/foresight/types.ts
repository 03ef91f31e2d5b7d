// What programs that embed a memory see of this room.
export type { Foresight } from './capability.js';
export type {
  Anticipation,
  AnticipateInput,
  Gap,
  GoalOutlook,
  HabitOutlook,
} from './anticipate.js';
export type { SelfEstimate } from './self-estimate.js';
export type { ObserveInput, ObserveReceipt } from './observe.js';
export type { ActionPlan, PlanActionsInput } from './plan-actions.js';
export type { MovedBelief, SettledPrediction, SettleInput } from './score-predictions.js';
export type {
  PredictInput,
  PredictionReceipt,
  SimulateInput,
  Simulation,
  WorldRules,
} from './simulate.js';
export type { PlanOption } from './world/plan.js';
export type { SimulatedStep, Uncertainty } from './world/simulate.js';
