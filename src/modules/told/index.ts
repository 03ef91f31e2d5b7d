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
export { GroundFact } from './ground-fact.js';
export { ToldPlans, plansToldOf } from './plans.js';
export { Precedents, precedentsOf } from './precedents.js';
export { Told, toldOf } from './told.js';
