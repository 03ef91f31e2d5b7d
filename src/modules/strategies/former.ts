// What `strategies` and `strategy_outcome` have taken in, under the names that it had in the version before.
import { formerly, needed } from '../../operations/formerly.js';
import { strategiesOperation, strategyOutcomeOperation } from './operations.js';
import { UseInput } from './record-use.js';
import { TaskInput } from './task-input.js';

export const FORMER = {
  ground_strategy: formerly(strategiesOperation, {
    name: 'ground_strategy',
    words: ['strategy', 'ground'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/ground' }],
    input: TaskInput,
    as: (task) => task,
  }),
  strategy_choose: formerly(strategiesOperation, {
    name: 'strategy_choose',
    words: ['strategy', 'choose'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/choose' }],
    input: TaskInput,
    as: (task) => task,
  }),
  strategy_used: formerly(strategyOutcomeOperation, {
    name: 'strategy_used',
    words: ['strategy', 'used'],
    positional: ['id', 'task'],
    places: [{ method: 'POST', path: '/strategies/{id}/uses' }],
    input: UseInput.extend({ task: needed(UseInput.shape.task) }),
    as: (use) => use,
  }),
};
