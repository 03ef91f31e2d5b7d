export {
  ENOUGH,
  Gap,
  GoalOutlook,
  HabitOutlook,
  habitOf,
  knowledgeOf,
  outlookFrom,
  outlookOn,
  skillOf,
} from './anticipate.js';
export {
  SelfEstimate,
  asEstimate,
  competenceFor,
  competences,
  estimateFor,
} from './self-estimate.js';
export { noteReport, observeIn, Seen, SeenReceipt } from './observe.js';
export { runsIn } from './self-estimate.js';
export {
  ATTEMPT_ACTION,
  ATTEMPT_FLOORS,
  AttemptParts,
  DONE,
  attemptScore,
} from './self-estimate.js';
export { failureModesOf, isWeak, posteriorOf } from './competence.js';
export { currentCompetences, useCounted } from './competence.js';
export { type RunChance, chanceByRuns } from './self-estimate.js';
export {
  MovedBelief,
  PredictionId,
  SettleInput,
  SettledPrediction,
  type Settlement,
  seeTransition,
  scorePrediction,
  settlePrediction,
} from './score-predictions.js';
export {
  ExpectationInput,
  SimulateInput,
  Simulation,
  chanceOf,
  modelFor,
  predict,
  runSimulation,
} from './simulate.js';
export { holdOpinion, draftOutcome } from './observe.js';
export { patternsOf } from './world/outlook.js';
export { plainWords } from './world/see.js';
export { Uncertainties } from './world/simulate.js';
