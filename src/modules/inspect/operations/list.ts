import { ListFilter, ListPage } from '../list.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderList } from '../views/memories.js';

export const listOperation = defineOperation({
  name: 'list',
  summary: 'List memories, in order of recording or the newest first.',
  description:
    'Pages through the bank; filters narrow it; `match` looks for words. What was forgotten is listed where it is asked for.',
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
    { command: 'mneme list --order newest --limit 10', shows: 'what was remembered last' },
    {
      command: 'mneme list --only-forgotten --match "pool size"',
      shows: 'forgotten memories with these words, since when and why',
    },
  ],
  scoped: true,
  served: { pace: 'quick' },
  verb: ['list'],
  places: [{ method: 'GET', path: '/memories' }],
  asLines: renderList,
  run: (memory, input) => memory.list(input),
});
