import { RecentFilter, RecentMemories } from '../list-recent.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderList } from '../views/memories.js';

export const recentOperation = defineOperation({
  name: 'recent',
  summary: 'List what was remembered last, the newest first.',
  description: 'In order of recording, whatever it is about. What reflection wrote is left out.',
  input: RecentFilter,
  output: RecentMemories,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme recent --limit 5', shows: 'the last five memories' }],
  scoped: true,
  served: { pace: 'quick' },
  verb: ['recent'],
  places: [{ method: 'GET', path: '/recent' }],
  asLines: ({ memories }, screen) => renderList({ memories, notices: [] }, screen),
  run: (memory, input) => memory.recent(input),
});
