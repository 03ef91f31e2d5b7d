// Verbs that `entities` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { EntitiesInput } from './list-entities.js';
import { entitiesOperation } from './operations.js';

export const entityListOperation = formerly(entitiesOperation, {
  name: 'entity_list',
  words: ['entity', 'list'],
  positional: ['match'],
  input: EntitiesInput,
  as: (given) => given,
});

const { name, near, at } = EntitiesInput.shape;

export const resolveEntityOperation = formerly(entitiesOperation, {
  name: 'resolve_entity',
  words: ['entity', 'resolve'],
  positional: ['name'],
  places: [{ method: 'POST', path: '/entities/resolve' }],
  input: z.strictObject({ name: name.unwrap().describe('The name as it was met.'), near, at }),
  as: (given) => given,
});
