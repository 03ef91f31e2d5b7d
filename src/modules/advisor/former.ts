// Verbs that others have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { adviseOperation, statusOperation } from './operations.js';
import { AdvisedGoal } from './pulse.js';

const nothing = z.strictObject({});

export const guideOperation = formerly(adviseOperation, {
  name: 'guide',
  positional: [],
  places: [{ method: 'GET', path: '/guide' }],
  input: nothing,
  as: () => ({}),
});

export const searchPlanOperation = formerly(adviseOperation, {
  name: 'search_plan',
  words: ['search-plan'],
  positional: ['goal'],
  places: [{ method: 'POST', path: '/search-plan' }],
  input: z.strictObject({
    goal: AdvisedGoal,
    types: z.array(z.string()).optional().describe('Taken, and not needed.'),
    maxQueries: z
      .int()
      .min(1, 'must be 1 to 7')
      .max(7, 'must be 1 to 7')
      .optional()
      .describe('Most steps.'),
  }),
  as: ({ goal, maxQueries }) => ({
    goal,
    ...(maxQueries === undefined ? {} : { maxSteps: Math.min(maxQueries, 5) }),
  }),
});

export const graphDescriptionOperation = formerly(statusOperation, {
  name: 'graph_description',
  words: ['graph-description'],
  positional: [],
  places: [{ method: 'GET', path: '/graph' }],
  input: nothing,
  as: () => ({}),
});

export const purposeOperation = formerly(statusOperation, {
  name: 'purpose',
  positional: [],
  places: [{ method: 'GET', path: '/purpose' }],
  input: nothing,
  as: () => ({}),
});
