import { defineModule } from '@mneme/core/modules/module.js';
import { Paradigms } from './capability.js';
import {
  foretellOperation,
  FORMER,
  observeOperation,
  pursueOperation,
  synthesiseOperation,
} from './operations.js';

/** Facts, strategies and forecasts together: questions and tasks that need all three. */
export const taskLoop = defineModule({
  name: 'paradigms',
  facade: { paradigms: Paradigms },
  operations: {
    foretell: foretellOperation,
    observe: observeOperation,
    goal_pursue: pursueOperation,
    synthesise: synthesiseOperation,
  },
  former: FORMER,
});
