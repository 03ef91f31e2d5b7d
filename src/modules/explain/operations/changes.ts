import { ChangePage, ChangesFilter } from '../list-changes.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderChanges } from '../views/changes.js';

export const changesOperation = defineOperation({
  name: 'changes',
  summary: 'List what changed, in order: who did what, when and why.',
  description:
    'The journal of the bank. Each change has a number and names the memories, entities and votes it touched; a page goes on after a number.',
  input: ChangesFilter,
  output: ChangePage,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme changes --limit 5', shows: 'the first five changes' },
    { command: 'mneme changes --after 1200', shows: 'what changed since change 1200' },
  ],
  served: { pace: 'quick' },
  verb: ['curation.changes'],
  places: [{ method: 'GET', path: '/changes' }],
  asLines: renderChanges,
  run: (memory, input) => memory.curation.changes(input),
});
