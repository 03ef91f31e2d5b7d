// Verbs that `foretell` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { TaskInput } from '../../strategies/task-input.js';
import { ForetellInput, foretellingOf } from '../foretell.js';
import { foretellOperation } from './paradigms.js';

const {
  actions,
  difficulty,
  required,
  keep: _keep,
  about: _about,
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
