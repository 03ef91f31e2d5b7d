import { z } from 'zod';
import { ForetellInput, foretellingOf } from '../modules/paradigms/foretell.js';
import { foretellOperation as foretell } from '../modules/paradigms/operations/paradigms.js';
import {
  readingOperation as reading,
  readOperation as read,
} from '../modules/reading/operations.js';
import { critiqueOperation as critique } from '../modules/guidance/operations.js';
import { knowingOperation as knowing } from '../modules/metamemory/operations.js';
import { TaskInput } from '../modules/strategies/task-input.js';
import { parseInput } from '../domain/parse-input.js';
import type { Operation } from './operation.js';
import type { Mneme } from '../mneme.js';

const {
  actions,
  difficulty,
  required,
  keep: _keep,
  about: _about,
  ...simulated
} = ForetellInput.shape;

/** A verb that `foretell` has taken in, with the input that it took. */
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

/** Verbs under the names that they had in the version before: they answer at every door, are listed at none, and say what they are called now. */
export const FORMER_OPERATIONS: Readonly<Record<string, Operation>> = {
  facts: {
    ...(reading as Operation),
    ...{ name: 'facts', former: 'reading', places: [{ method: 'GET', path: '/facts' }] },
  },
  critique: critique as Operation,
  knowing: knowing as Operation,
  extract: {
    ...(read as Operation),
    ...{ name: 'extract', words: ['facts', 'run'], former: 'read' },
    places: [{ method: 'POST', path: '/facts/run' }],
  },
  should_attempt: foretelling(
    {
      ...{ name: 'should_attempt', words: ['attempt'], positional: ['task'] },
      places: [{ method: 'POST', path: '/attempt' }],
    },
    TaskInput,
    foretellingOf,
  ),
  introspect: foretelling(
    { name: 'introspect', positional: ['task'], places: [{ method: 'POST', path: '/introspect' }] },
    z.strictObject({ task: TaskInput.shape.task.optional(), difficulty, required }),
    foretellingOf,
  ),
  simulate: foretelling(
    {
      name: 'simulate',
      positional: ['actions'],
      places: [{ method: 'POST', path: '/world/simulate' }],
    },
    z.strictObject({ actions, ...simulated }),
    (given) => given,
  ),
};
