// Verbs that `foretell` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { parseInput } from '../../../domain/parse-input.js';
import type { Mneme } from '../../../mneme.js';
import type { Operation } from '../../../operations/operation.js';
import { TaskInput } from '../../strategies/task-input.js';
import { ForetellInput, foretellingOf } from '../foretell.js';
import { foretellOperation as foretell } from './paradigms.js';

const {
  actions,
  difficulty,
  required,
  keep: _keep,
  about: _about,
  ...simulated
} = ForetellInput.shape;

/** With the input that it took. */
function foretelling<Input extends z.ZodType>(
  named: Pick<Operation, 'name' | 'positional' | 'places'> & Partial<Pick<Operation, 'words'>>,
  input: Input,
  actionsOf: (given: z.output<Input>) => z.input<typeof ForetellInput>,
): Operation {
  const { readsWithout: _, founds: __, ...now } = foretell as Operation;
  return {
    ...now,
    ...{ effect: 'read', idempotent: true, examples: [], former: foretell.name },
    ...{ words: [named.name], ...named, input },
    run: (memory: Mneme, given: unknown) =>
      memory.foresight.foretell(actionsOf(parseInput(input, given, named.name))),
  };
}

export const shouldAttemptOperation = foretelling(
  {
    ...{ name: 'should_attempt', words: ['attempt'], positional: ['task'] },
    places: [{ method: 'POST', path: '/attempt' }],
  },
  TaskInput,
  foretellingOf,
);

export const introspectOperation = foretelling(
  { name: 'introspect', positional: ['task'], places: [{ method: 'POST', path: '/introspect' }] },
  z.strictObject({ task: TaskInput.shape.task.optional(), difficulty, required }),
  foretellingOf,
);

export const simulateOperation = foretelling(
  {
    name: 'simulate',
    positional: ['actions'],
    places: [{ method: 'POST', path: '/world/simulate' }],
  },
  z.strictObject({ actions, ...simulated }),
  (given) => given,
);
