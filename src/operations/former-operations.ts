import {
  readingOperation as reading,
  readOperation as read,
} from '../modules/reading/operations.js';
import { critiqueOperation as critique } from '../modules/guidance/operations.js';
import { knowingOperation as knowing } from '../modules/metamemory/operations.js';
import type { Operation } from './operation.js';

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
};
