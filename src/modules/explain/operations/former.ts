// Verbs that `list` and `show` have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { ListFilter } from '../list.js';
import { listOperation } from './list.js';
import { showOperation } from './show.js';

const { limit, cursor, session, agentId, runId, match } = ListFilter.shape;
const OneMemory = showOperation.input.pick({ id: true });

export const recentOperation = formerly(listOperation, {
  name: 'recent',
  positional: [],
  places: [{ method: 'GET', path: '/recent' }],
  input: z.strictObject({ limit, cursor, session, agentId, runId }),
  as: (given) => ({ ...given, order: 'newest' as const }),
});

export const tombstonesOperation = formerly(listOperation, {
  name: 'tombstones',
  positional: ['query'],
  places: [{ method: 'POST', path: '/tombstones/search' }],
  input: z.strictObject({ query: match, limit, cursor }),
  as: ({ query, ...given }) => ({
    ...given,
    match: query,
    onlyForgotten: true,
    order: 'newest' as const,
  }),
});

export const lineageOperation = formerly(showOperation, {
  name: 'lineage',
  positional: ['id'],
  places: [{ method: 'GET', path: '/memories/{id}/lineage' }],
  input: OneMemory,
  as: (given) => ({ ...given, history: true }),
});

export const sourceOperation = formerly(showOperation, {
  name: 'source',
  positional: ['id'],
  places: [{ method: 'GET', path: '/memories/{id}/source' }],
  input: OneMemory,
  as: (given) => ({ ...given, source: true }),
});
