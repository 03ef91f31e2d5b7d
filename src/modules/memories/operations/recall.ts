import { RecallProfile } from '../../../domain/profile.js';
import { defineOperation } from '../../../operations/operation.js';
import { Recollection } from '../../../domain/recollection.js';
import { renderRecollection } from '../views/recollection.js';

export const recallOperation = defineOperation({
  name: 'recall',
  summary: 'Find what bears on a question, with scores and reasons.',
  description:
    'Walks four paths at once (meaning, words, graph, time), weighs what they find by a learned fusion and by the kind of question, and says why each result is there. A picture, with or without a question, finds the memories with the nearest pictures.',
  input: RecallProfile,
  output: Recollection,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme recall "Where does Tom live now?"', shows: 'the best ten memories' },
    {
      command: 'mneme recall "What happened in May?" --limit 5 --speaker Priya',
      shows: 'five things Priya said',
    },
    {
      command: 'mneme recall "pool size" --as-of 2025-06-01T00:00:00Z --json',
      shows: 'what the bank held then, as JSON',
    },
    {
      command: 'mneme recall "What is left to do for the audit?" --layers prospective,planning',
      shows: 'tasks and goals ahead, by layer',
    },
    {
      command: 'mneme recall "What did Priya order?" --min-known 0.5 --min-probability 0.3',
      shows: 'only what is sure enough, or why nothing is',
    },
    { command: 'mneme recall --image bridge.jpg', shows: 'memories whose pictures are like it' },
  ],
  scoped: true,
  served: { pace: 'question' },
  verb: ['recall', 'query'],
  asLines: renderRecollection,
  run: (memory, input) => memory.recall(input),
});
