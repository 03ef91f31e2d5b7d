export { stancesOn } from './stances.js';
export {
  type FoundFact,
  type PastOutcome,
  bearing,
  factsOn,
  goalsOf,
  outcomesOn,
  plain,
  preferencesOn,
  sharedTerms,
  strategiesOn,
  sureOf,
} from './evidence.js';
export { GroundFact } from './evidence.js';
export { AskedUndertaking, bearing as bearingOf, worthOf } from './similar-cases.js';
export { openPlansOn, ToldPlan, ToldPlans, plansToldOf } from './plans.js';
export { Precedents, precedentsOf, ToldChance, Whether } from './precedents.js';
export { doneBy, latestOn, namingIn } from './told.js';
export { BEARING, nearEnough, Told, ToldLine, toldOf } from './told.js';
export { ToldWay, waysOf } from './precedents.js';
