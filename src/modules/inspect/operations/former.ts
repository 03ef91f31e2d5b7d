// Verbs that `list`, `show` and `why` have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { RecallProfile } from '../../../domain/profile.js';
import { formerly } from '../../../operations/formerly.js';
import { ListFilter } from '../list.js';
import { WhyInput } from '../why.js';
import { listOperation } from './list.js';
import { showOperation } from './show.js';
import { whyOperation } from './why.js';

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

const query = RecallProfile.shape.query.unwrap().describe('The question.');

export const whyNotOperation = formerly(whyOperation, {
  name: 'whynot',
  positional: ['query', 'memory'],
  places: [{ method: 'POST', path: '/recall/why-not' }],
  input: z.strictObject({
    ...WhyInput.shape,
    query,
    memory: z.string().describe('The memory that is missed.'),
  }),
  as: (given) => given,
});

export const routeOperation = formerly(whyOperation, {
  name: 'route',
  positional: ['query'],
  places: [{ method: 'POST', path: '/route' }],
  input: z.strictObject({ query }),
  as: (given) => given,
});

export const compareRetrievalOperation = formerly(whyOperation, {
  name: 'compare_retrieval',
  words: ['compare-retrieval'],
  positional: ['query'],
  places: [{ method: 'POST', path: '/recall/comparison' }],
  input: z.strictObject({ query, k: z.int().min(1).max(50).optional().describe('Most results.') }),
  as: ({ query: asked, k }) => ({ query: asked, ...(k === undefined ? {} : { limit: k }) }),
});
