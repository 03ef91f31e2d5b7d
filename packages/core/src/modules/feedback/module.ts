import { defineModule } from '../module.js';
import { type Expectation, expectationsOf, raiseByVotes } from './read-votes.js';
import { feedbackOperation } from './operations.js';

/** Votes by people and agents on results improve later recalls. */
export const feedback = defineModule({
  name: 'feedback',
  operations: {
    feedback: feedbackOperation,
  },
  raise: raiseByVotes,
  checks: async ({ bank, store }) =>
    expectationsOf(await store.votes(bank))
      .filter(({ poor }) => poor)
      .map(({ of, right, judged }) => ({
        what: `The bank ${bank} is a poor judge of its ${of}: of the latest ${judged} that were voted on, ${Math.round(100 * (right ?? 0))} % went as it expected.`,
        mend: MEND[of],
      })),
});

const MEND: Readonly<Record<Expectation['of'], string>> = {
  recalls: 'See which kinds of questions go badly: mneme knows.',
  memories: 'See which sources go badly, and what is to be reviewed: mneme knows.',
};
