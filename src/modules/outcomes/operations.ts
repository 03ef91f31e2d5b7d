import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { OutcomeInput } from './outcome.js';
import { OutcomeReceipt } from './tell-outcome.js';
import { renderOutcome } from './view.js';

export const outcomeOperation = defineOperation({
  name: 'outcome',
  summary: 'Say how what was done with a context or recall ended.',
  description:
    'Its memories share the credit or the blame: within bounds, beside how other contexts ended, and less by the years. It moves their ranks a little; `why` shows it as the term `outcome`. Another word on the same context takes its place.',
  input: OutcomeInput,
  output: reversible(OutcomeReceipt),
  positional: ['recollection'],
  effect: 'write',
  idempotent: true,
  examples: [
    {
      command: 'mneme outcome r_01h5k0c2x9w7a --good',
      shows: 'what each memory of the context was credited',
    },
    {
      command: 'mneme outcome r_01h5k0c2x9w7a --score -0.5 --note "half the tests failed"',
      shows: 'what each was blamed',
    },
  ],
  served: { pace: 'quick' },
  verb: ['outcomes.tell'],
  places: [{ method: 'POST', path: '/outcomes' }],
  asLines: renderOutcome,
  run: (memory, input) => memory.outcomes.tell(input),
});
