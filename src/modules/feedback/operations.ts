import { z } from 'zod';
import { FeedbackInput } from '../../domain/feedback.js';
import { defineOperation } from '../../operations/operation.js';
import { reversible } from '../../domain/reversal.js';
import { FeedbackReceipt } from './give-feedback.js';
import { MetaMemoryReport } from './report-metamemory.js';
import { renderFeedback } from './view.js';

export const feedbackOperation = defineOperation({
  name: 'feedback',
  summary: 'Say whether a result of a recall was useful, irrelevant or wrong.',
  description:
    'What was useful comes first for like questions, what was irrelevant falls a little; wrong takes a fifth of the memory’s confidence and asks for a review. A second vote on a result replaces the first.',
  input: FeedbackInput,
  output: reversible(FeedbackReceipt),
  positional: ['verdict', 'result'],
  effect: 'write',
  idempotent: true,
  examples: [
    {
      command: 'mneme feedback useful r_01h5k0c2x9w7a.1',
      shows: 'how far the first result’s usefulness moved',
    },
    {
      command: 'mneme feedback wrong r_01h5k0c2x9w7a.3 --note "she moved in May"',
      shows: 'the confidence it lost, and that it is to be reviewed',
    },
  ],
  served: { afterRecalls: true, pace: 'quick' },
  verb: ['feedback'],
  asLines: renderFeedback,
  run: (memory, input) => memory.feedback(input),
});

export const metamemoryOperation = defineOperation({
  name: 'metamemory',
  summary: 'Tell what votes taught of sources and questions.',
  description:
    'How good each source, kind and layer of memories is, how often each kind of question was answered usefully, how often the latest recalls and memories went as expected, and which memories are to be reviewed.',
  input: z.strictObject({}),
  output: MetaMemoryReport,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme metamemory', shows: 'tables of sources and of kinds of questions' }],
  served: { pace: 'quick' },
  verb: ['metamemory.report'],
  places: [{ method: 'GET', path: '/metamemory' }],
  run: (memory) => memory.metamemory.report(),
});
