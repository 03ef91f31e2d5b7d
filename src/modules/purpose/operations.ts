import { z } from 'zod';
import { PurposeMatches, PurposeQuery } from './purpose-search.js';
import { defineOperation } from '../../operations/operation.js';
import { PurposeReport } from './purpose-report.js';
import { renderPurpose } from './views/purpose.js';

export const purposeOperation = defineOperation({
  name: 'purpose',
  summary: 'Tell how the latest memories serve the bank’s goals.',
  description:
    'Alignment to the north star and to each goal, its level, how it went on, and an alarm when it fell. A diagnostic: recall does not read it.',
  input: z.strictObject({}),
  output: PurposeReport,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme purpose', shows: 'alignments, and their history as a line' }],
  verb: ['goals.alignment'],
  places: [{ method: 'GET', path: '/purpose' }],
  asLines: renderPurpose,
  run: (memory) => memory.goals.alignment(),
});

export const purposeSearchOperation = defineOperation({
  name: 'purpose_search',
  words: ['purpose-search'],
  summary: 'Find memories that serve the same end.',
  description:
    'Given a memory, those with the nearest purpose; given a goal, those that serve it best.',
  input: PurposeQuery,
  output: PurposeMatches,
  positional: ['of'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme purpose-search m_01h5k0c2x9w7a',
      shows: 'memories that serve what this one serves',
    },
    {
      command: 'mneme purpose-search g_01h5k0c2x9w7a --limit 5',
      shows: 'the five memories that serve the goal best',
    },
  ],
  verb: ['goals.search'],
  places: [{ method: 'POST', path: '/purpose/search' }],
  run: (memory, input) => memory.goals.search(input),
});
