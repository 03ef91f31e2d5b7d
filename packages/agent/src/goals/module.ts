import { defineModule } from '@mneme/core/modules/module.js';
import { Goals } from './capability.js';
import { FORMER, goalSetOperation, goalsOperation } from './operations.js';

/** What the bank is for: goals as a tree, plans mentioned in conversation, plans of steps. */
export const goals = defineModule({
  name: 'goals',
  facade: { goals: Goals },
  operations: { goals: goalsOperation, goal_set: goalSetOperation },
  former: FORMER,
});
