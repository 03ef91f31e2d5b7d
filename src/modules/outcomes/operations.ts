import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { OutcomeInput } from './outcome.js';
import { CreditInput, CreditReport } from './read-credit.js';
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

export const creditOperation = defineOperation({
  name: 'credit',
  summary:
    'Tell which memories stood in contexts that ended well, and which in those that ended badly.',
  description:
    'Credit is -1 to 1, adjusted for how contexts end anyhow and for what else stood in them; `gain` is what it adds in a recall. With `memory`: one, and the ends of its contexts.',
  input: CreditInput,
  output: CreditReport,
  positional: ['memory'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme credit', shows: 'those that were moved most' }],
  served: { pace: 'quick' },
  verb: ['outcomes.credit'],
  places: [{ method: 'GET', path: '/credit' }],
  run: (memory, input) => memory.outcomes.credit(input),
});
