import { FeedbackInput } from '../../domain/feedback.js';
import { defineOperation } from '../../operations/operation.js';
import { reversible } from '../../domain/reversal.js';
import { FeedbackAnswer } from '../outcomes/take-feedback.js';
import { renderFeedback } from './view.js';

export const feedbackOperation = defineOperation({
  name: 'feedback',
  summary:
    'Say whether a result of a recall was useful, irrelevant or wrong, or how a context ended.',
  description:
    'What was useful comes first for like questions, what was irrelevant falls a little; wrong takes a fifth of the memory’s confidence and asks for a review. Of a context or recall: whether what was done with it ended good or bad, or a score; its memories share the credit or the blame, within bounds, beside how other contexts ended, and less by the years. A second word replaces the first.',
  input: FeedbackInput,
  output: reversible(FeedbackAnswer),
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
    {
      command: 'mneme feedback good r_01h5k0c2x9w7a',
      shows: 'what each memory of the context was credited',
    },
    {
      command: 'mneme feedback --score -0.5 --recollection r_01h5k0c2x9w7a --note "half of it"',
      shows: 'what each was blamed',
    },
  ],
  served: { afterRecalls: true, pace: 'quick' },
  verb: ['feedback'],
  asLines: renderFeedback,
  run: (memory, input) => memory.feedback(input),
});
