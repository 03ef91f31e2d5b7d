import { defineModule } from '../module.js';
import { KeptAnswers } from './kept-answers.js';

/** What was said on a matter: the basis of every verb's answer. It calls recall, and has no part in it. */
export const told = defineModule({ name: 'told', openBank: () => new KeptAnswers() });

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
export { Precedents, precedentsOf, ToldChance, Whether } from './precedents.js';
export { BEARING, Told, toldOf } from './told.js';
