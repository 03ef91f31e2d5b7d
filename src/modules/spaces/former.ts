// Verbs that others have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { formerly } from '../../operations/formerly.js';
import { explainOperation, searchSpaceOperation } from './operations.js';
import { SpaceQuery } from './search-spaces.js';

export const purposeSearchOperation = formerly(searchSpaceOperation, {
  name: 'purpose_search',
  words: ['purpose-search'],
  positional: ['of'],
  places: [{ method: 'POST', path: '/purpose/search' }],
  input: z.strictObject({ of: MemoryId.describe('The memory.'), limit: SpaceQuery.shape.limit }),
  as: ({ of, limit }) => ({ memory: of, limit }),
});

export const compareOperation = formerly(explainOperation, {
  name: 'compare',
  positional: ['a', 'b'],
  places: [{ method: 'GET', path: '/memories/{a}/likeness/{b}' }],
  input: z.strictObject({
    a: MemoryId.describe('A memory.'),
    b: MemoryId.describe('Another memory.'),
  }),
  as: ({ a, b }) => ({ id: a, with: b }),
});
