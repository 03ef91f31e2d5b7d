import { defineOperation } from '../../operations/operation.js';
import { WorthAnswer, WorthInput } from './read-worth.js';
import { renderWorth } from './view.js';

export const worthOperation = defineOperation({
  name: 'worth',
  summary: 'Tell what it would be worth to keep a text, or is worth that one is kept.',
  description:
    'A reward of −1 to 1 with its three parts, why, and operations that would raise it. Nothing is written. The receipt of `remember` says the same.',
  input: WorthInput,
  output: WorthAnswer,
  positional: ['content'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme worth "lunch was ok"',
      shows: 'what speaks for it, as far as that can be told',
    },
    { command: 'mneme worth --id m_01h5k0c2x9w7a', shows: 'the same of a memory that is there' },
  ],
  served: { pace: 'quick' },
  verb: ['guidance.worth', 'content'],
  asLines: renderWorth,
  run: (memory, input) => memory.guidance.worth(input),
});
