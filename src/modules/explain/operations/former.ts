// Verbs that `why` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { RecallProfile } from '../../../domain/profile.js';
import { formerly } from '../../../operations/formerly.js';
import { WhyInput } from '../why.js';
import { whyOperation } from './why.js';

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
