import { defineModule } from '../module.js';
import { Paradigms } from './capability.js';
import {
  groundStrategyOperation,
  recordUseOperation,
  chooseStrategyOperation,
  foretellOperation,
  prepareOperation,
  observeOperation,
  pursueOperation,
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
    ground_strategy: groundStrategyOperation,
    strategy_used: recordUseOperation,
    strategy_choose: chooseStrategyOperation,
    foretell: foretellOperation,
    task_prepare: prepareOperation,
    observe: observeOperation,
    goal_pursue: pursueOperation,
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
