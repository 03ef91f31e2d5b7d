import { defineModule } from '../module.js';
import { Goals } from './capability.js';
import { goalSetOperation, goalListOperation, goalRemoveOperation } from './operations/goal.js';
import {
  goalPlanOperation,
  goalAgendaOperation,
  goalTriggerOperation,
  goalDecomposeOperation,
} from './operations/plan.js';

/** What the bank is for: goals as a tree, plans mentioned in conversation, plans of steps. */
export const goals = defineModule({
  name: 'goals',
  facade: { goals: Goals },
  operations: {
    goal_set: goalSetOperation,
    goal_list: goalListOperation,
    goal_remove: goalRemoveOperation,
    goal_plan: goalPlanOperation,
    goal_agenda: goalAgendaOperation,
    goal_trigger: goalTriggerOperation,
    goal_decompose: goalDecomposeOperation,
  },
});
