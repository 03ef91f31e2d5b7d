// Verbs that `foretell` and `observe` have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { TaskInput } from '../../strategies/task-input.js';
import { ForetellInput, foretellingOf } from '../foretell.js';
import { InteractionInput } from '../interaction.js';
import { foretellOperation, observeOperation } from './paradigms.js';

const {
  actions,
  difficulty,
  required,
  keep: _keep,
  about: _about,
  goal,
  entity,
  at,
  ...simulated
} = ForetellInput.shape;

export const shouldAttemptOperation = formerly(foretellOperation, {
  name: 'should_attempt',
  words: ['attempt'],
  positional: ['task'],
  effect: 'read',
  places: [{ method: 'POST', path: '/attempt' }],
  input: TaskInput,
  as: foretellingOf,
});

export const introspectOperation = formerly(foretellOperation, {
  name: 'introspect',
  positional: ['task'],
  effect: 'read',
  places: [{ method: 'POST', path: '/introspect' }],
  input: z.strictObject({ task: TaskInput.shape.task.optional(), difficulty, required }),
  as: foretellingOf,
});

export const simulateOperation = formerly(foretellOperation, {
  name: 'simulate',
  positional: ['actions'],
  effect: 'read',
  places: [{ method: 'POST', path: '/world/simulate' }],
  input: z.strictObject({ actions, ...simulated }),
  as: (given) => given,
});

export const anticipateOperation = formerly(foretellOperation, {
  name: 'anticipate',
  positional: [],
  effect: 'read',
  input: z.strictObject({ goal, entity, at }),
  as: (given) => given,
});

export const concludeOperation = formerly(observeOperation, {
  name: 'task_conclude',
  words: ['task', 'conclude'],
  positional: ['query'],
  places: [{ method: 'POST', path: '/tasks/conclude' }],
  input: InteractionInput,
  as: (interaction) => interaction,
});
