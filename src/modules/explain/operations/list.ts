import { ListFilter, ListPage } from '../list.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderList } from '../views/memories.js';

export const listOperation = defineOperation({
  name: 'list',
  summary: 'List memories, in order of recording.',
  description: 'Pages through the bank; filters narrow it; `match` looks for words.',
  input: ListFilter,
  output: ListPage,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme list --limit 5', shows: 'the first five memories' },
    {
      command: 'mneme list --match "supper club" --speaker Priya',
      shows: 'what Priya said with these words',
    },
    { command: 'mneme list --forgotten', shows: 'also what was forgotten' },
  ],
  scoped: true,
  served: { pace: 'quick' },
  verb: ['list'],
  places: [{ method: 'GET', path: '/memories' }],
  asLines: renderList,
  run: (memory, input) => memory.list(input),
});
