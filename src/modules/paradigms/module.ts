import { defineModule } from '../module.js';
import { Paradigms } from './capability.js';
import { routeOperation } from './operations/route.js';
import {
  foretellOperation,
  syncCompetenceOperation,
  observeOperation,
  pursueOperation,
  prioritiesOperation,
  synthesiseOperation,
} from './operations/paradigms.js';
import { FORMER } from './operations/former.js';

/** Facts, strategies and forecasts together: questions and tasks that need all three. */
export const paradigms = defineModule({
  name: 'paradigms',
  facade: { paradigms: Paradigms },
  operations: {
    route: routeOperation,
    foretell: foretellOperation,
    competence_sync: syncCompetenceOperation,
    observe: observeOperation,
    goal_pursue: pursueOperation,
    learning_priorities: prioritiesOperation,
    synthesise: synthesiseOperation,
  },
  former: FORMER,
});
