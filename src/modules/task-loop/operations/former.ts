// Verbs that `foretell`, `observe` and `synthesise` have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { TaskInput } from '../../strategies/task-input.js';
import { ForetellInput, foretellingOf } from '../foretell.js';
import { InteractionInput } from '../interaction.js';
import { ReconcileInput } from '../reconcile.js';
import { foretellOperation, observeOperation, synthesiseOperation } from './paradigms.js';

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

/** At most so many strategies are taken now. */
const MOST = 20;

export const FORMER = {
  should_attempt: formerly(foretellOperation, {
    name: 'should_attempt',
    words: ['attempt'],
    positional: ['task'],
    effect: 'read',
    places: [{ method: 'POST', path: '/attempt' }],
    input: TaskInput,
    as: foretellingOf,
  }),
  introspect: formerly(foretellOperation, {
    name: 'introspect',
    positional: ['task'],
    effect: 'read',
    places: [{ method: 'POST', path: '/introspect' }],
    input: z.strictObject({ task: TaskInput.shape.task.optional(), difficulty, required }),
    as: foretellingOf,
  }),
  simulate: formerly(foretellOperation, {
    name: 'simulate',
    positional: ['actions'],
    effect: 'read',
    places: [{ method: 'POST', path: '/world/simulate' }],
    input: z.strictObject({ actions, ...simulated }),
    as: (given) => given,
  }),
  anticipate: formerly(foretellOperation, {
    name: 'anticipate',
    positional: [],
    effect: 'read',
    input: z.strictObject({ goal, entity, at }),
    as: (given) => given,
  }),
  task_conclude: formerly(observeOperation, {
    name: 'task_conclude',
    words: ['task', 'conclude'],
    positional: ['query'],
    places: [{ method: 'POST', path: '/tasks/conclude' }],
    input: InteractionInput,
    as: (interaction) => interaction,
  }),
  task_prepare: formerly(synthesiseOperation, {
    name: 'task_prepare',
    words: ['task', 'prepare'],
    positional: ['task'],
    effect: 'write',
    places: [{ method: 'POST', path: '/tasks/prepare' }],
    input: TaskInput,
    as: ({ task, limit, ...given }) => ({
      ...given,
      query: task,
      limit: Math.min(MOST, limit),
      prepare: true,
    }),
  }),
  reconcile: formerly(synthesiseOperation, {
    name: 'reconcile',
    positional: ['conflict'],
    effect: 'write',
    input: ReconcileInput,
    as: ({ task, ...conflict }) => ({ ...conflict, query: task }),
  }),
};
