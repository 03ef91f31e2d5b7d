import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { ExplainInput, MemoryExplanation } from './explain-memory.js';
import { SpaceMatches, SpaceQuery } from './search-spaces.js';
import { drawExplanation, renderExplanation, renderSpaceMatches } from './view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';

export const explainOperation = defineOperation({
  name: 'explain',
  summary:
    'Explain a memory by what it is in each embedding space, and how like another it is there.',
  description:
    'Its fingerprint: in which of the twelve spaces it is, how it serves the north star there, how new and how coherent it was, and its Johari window. With another memory, how alike the two are by each space’s own measure; there is no sum: two spaces’ figures cannot be compared.',
  input: ExplainInput,
  output: MemoryExplanation,
  positional: ['id', 'with'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme explain m_01h5k0c2x9w7a', shows: 'twelve rows, one for each space' },
    { command: 'mneme explain m_01h5k0c2x9w7a m_01h5k0c2x9w7b', shows: 'twelve likenesses, too' },
    {
      command: 'mneme explain m_01h5k0c2x9w7a --svg memory.svg',
      shows: 'the same, and a radar picture in memory.svg',
    },
  ],
  verb: ['spaces.explain', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}/explanation' }],
  asLines: renderExplanation,
  draw: drawExplanation,
  run: (memory, input) => memory.spaces.explain(input),
});

export const searchSpaceOperation = defineOperation({
  name: 'search_space',
  words: ['near'],
  summary: 'Find what is nearest in one embedding space, or over several.',
  description:
    'By a query, a picture or a memory. Over several spaces each ranks by itself, and ranks are fused by weight; freshness puts what a query found into order afterwards.',
  input: SpaceQuery,
  output: SpaceMatches,
  positional: ['query'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme near "wether in Portoo" --space hyperdimensional',
      shows: 'memories with the same words, misspelt or not',
    },
    {
      command: 'mneme near --memory m_01h5k0c2x9w7a --space graph',
      shows: 'memories that are linked as it is',
    },
    {
      command: 'mneme near "why did Priya move?" --spaces causal=1,semantic=0.5',
      shows: 'two spaces’ rankings fused',
    },
    {
      command: 'mneme near "who runs the bakery?" --profile fact_checking',
      shows: 'all spaces by named weights',
    },
  ],
  verb: ['spaces.search'],
  places: [{ method: 'POST', path: '/spaces/search' }],
  asLines: renderSpaceMatches,
  run: (memory, input) => memory.spaces.search(input),
});

// Deprecated aliases: the names these verbs had in the previous version.

export const purposeSearchOperation = deprecatedVerb(searchSpaceOperation, {
  name: 'purpose_search',
  words: ['purpose-search'],
  positional: ['of'],
  places: [{ method: 'POST', path: '/purpose/search' }],
  input: z.strictObject({ of: MemoryId.describe('The memory.'), limit: SpaceQuery.shape.limit }),
  as: ({ of, limit }) => ({ memory: of, limit }),
});

export const compareOperation = deprecatedVerb(explainOperation, {
  name: 'compare',
  positional: ['a', 'b'],
  places: [{ method: 'GET', path: '/memories/{a}/likeness/{b}' }],
  input: z.strictObject({
    a: MemoryId.describe('A memory.'),
    b: MemoryId.describe('Another memory.'),
  }),
  as: ({ a, b }) => ({ id: a, with: b }),
});
