import { z } from 'zod';
import { defineOperation } from '../../../operations/operation.js';
import { ShowChoice, Shown } from '../show.js';
import { renderShown } from '../views/memories.js';

export const showOperation = defineOperation({
  name: 'show',
  summary: 'Show one memory with its evidence, dates and links.',
  description: 'Everything the bank knows about one memory, forgotten ones included.',
  input: z.strictObject({
    id: z.string().describe('The memory, as in m_01h5k0c2x9w7a.'),
    ...ShowChoice.shape,
  }),
  output: Shown,
  positional: ['id'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme show m_01h5k0c2x9w7a', shows: 'the memory and its links' },
    {
      command: 'mneme show m_01h5k0c2x9w7a --as-of 2025-02-01',
      shows: 'the memory as it was then',
    },
    {
      command: 'mneme show m_01h5k0c2x9w7a --history',
      shows: 'also its versions: who changed what, when and why',
    },
    {
      command: 'mneme show m_01h5k0c2x9w7a --support',
      shows: 'also what it rests on, and what rests on it',
    },
  ],
  served: { pace: 'quick' },
  verb: ['show', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}' }],
  asLines: renderShown,
  run: (memory, { id, ...choice }) => memory.show(id, choice),
});
