// Deprecated alias of `feedback`: the name this verb had in the previous version.
import { z } from 'zod';
import { FeedbackInput, RecollectionId } from '../../domain/feedback.js';
import { deprecatedVerb } from '../../operations/operation.js';
import { feedbackOperation } from '../feedback/operations.js';

const { score, used, note } = FeedbackInput.shape;

export const outcomeOperation = deprecatedVerb(feedbackOperation, {
  name: 'outcome',
  positional: ['recollection'],
  places: [{ method: 'POST', path: '/outcomes' }],
  input: z.strictObject({
    recollection: RecollectionId.describe('The context or recall that was worked with.'),
    good: z.boolean().optional().describe('It ended well.'),
    bad: z.boolean().optional().describe('It ended badly.'),
    ...{ score, used, note },
  }),
  as: ({ good, bad, ...same }) => ({
    ...same,
    ...(good === true
      ? { verdict: 'good' as const }
      : bad === true
        ? { verdict: 'bad' as const }
        : {}),
  }),
});
