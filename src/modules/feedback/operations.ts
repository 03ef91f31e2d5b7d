import { FeedbackInput } from '../../domain/feedback.js';
import { defineOperation } from '../../operations/operation.js';
import { reversible } from '../../domain/reversal.js';
import { FeedbackReceipt } from './give-feedback.js';
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
