import { defineModule } from '../module.js';
import { Paradigms } from './capability.js';
import { routeOperation } from './operations/route.js';
import {
  foretellOperation,
  syncCompetenceOperation,
  prepareOperation,
  observeOperation,
  pursueOperation,
  prioritiesOperation,
  synthesiseOperation,
  reconcileOperation,
} from './operations/paradigms.js';
import {
  shouldAttemptOperation,
  introspectOperation,
  simulateOperation,
  anticipateOperation,
  concludeOperation,
} from './operations/former.js';

/** Facts, strategies and forecasts together: questions and tasks that need all three. */
export const paradigms = defineModule({
  name: 'paradigms',
  facade: { paradigms: Paradigms },
  operations: {
    route: routeOperation,
    foretell: foretellOperation,
    competence_sync: syncCompetenceOperation,
    task_prepare: prepareOperation,
    observe: observeOperation,
    goal_pursue: pursueOperation,
    learning_priorities: prioritiesOperation,
    synthesise: synthesiseOperation,
    reconcile: reconcileOperation,
  },
  former: {
    should_attempt: shouldAttemptOperation,
    introspect: introspectOperation,
    simulate: simulateOperation,
    anticipate: anticipateOperation,
    task_conclude: concludeOperation,
  },
});
