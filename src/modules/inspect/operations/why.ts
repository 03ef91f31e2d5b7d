import { defineOperation } from '../../../operations/operation.js';
import { RankingExplanation } from '../../../recall/why/why.js';
import { renderWhy } from '../views/why.js';
import { WhyInput } from '../why.js';

export const whyOperation = defineOperation({
  name: 'why',
  summary:
    'Explain why a question’s results are ranked as they are, or why a memory is not among them.',
  description:
    'Asks as `recall` does, tells where the question leads, and takes each result’s score apart: which paths found it and at which rank, what each feature and each term adds in logits, and how long each step took. With `memory`: at which step the answer loses that one, with its scores, those it needed, and what cost it most.',
  input: WhyInput,
  output: RankingExplanation,
  positional: ['query', 'memory'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme why "Where does Tom live now?" --limit 3',
      shows: 'three results with their paths, features and terms',
    },
    {
      command: 'mneme why "Where does Tom live now?" m_01h5k0c2x9w7a',
      shows: 'the step at which it fell, and why',
    },
  ],
  scoped: true,
  verb: ['why', 'query'],
  places: [{ method: 'POST', path: '/recall/why' }],
  asLines: renderWhy,
  run: (memory, input) => memory.why(input),
});
