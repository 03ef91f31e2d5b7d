import { z } from 'zod';
import { RecallProfile } from '../../../domain/profile.js';
import { defineOperation } from '../../../operations/operation.js';
import { WhyNot } from '../../../recall/why/why-not.js';
import { RankingExplanation } from '../../../recall/why/why.js';
import { renderWhy, renderWhyNot } from '../views/why.js';

export const whyOperation = defineOperation({
  name: 'why',
  summary: 'Explain why a question’s results are ranked as they are.',
  description:
    'Asks as `recall` does and takes each result’s score apart: which paths found it and at which rank, what each feature and each term adds in logits, and how long each step took.',
  input: RecallProfile,
  output: RankingExplanation,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme why "Where does Tom live now?" --limit 3',
      shows: 'three results with their paths, features and terms',
    },
    { command: 'mneme why "Where does Tom live now?" --json', shows: 'all of it, as JSON' },
  ],
  scoped: true,
  verb: ['why', 'query'],
  places: [{ method: 'POST', path: '/recall/why' }],
  asLines: renderWhy,
  run: (memory, input) => memory.why(input),
});

const { query, ...profile } = RecallProfile.shape;

export const whyNotOperation = defineOperation({
  name: 'whynot',
  summary: 'Tell at which step a question’s answer loses a memory, and by how much.',
  description:
    'Forgotten, filtered, found by no path, fused or ranked too low, a repetition, or over the budget: with its own scores, those it needed, and what cost it most against the last one taken.',
  input: z.strictObject({
    query: query.unwrap().describe('The question.'),
    memory: z.string().describe('The memory that is missed, as in m_01h5k0c2x9w7a.'),
    ...profile,
  }),
  output: WhyNot,
  positional: ['query', 'memory'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme whynot "Where does Tom live now?" m_01h5k0c2x9w7a',
      shows: 'the step at which it fell, and why',
    },
  ],
  scoped: true,
  verb: ['whyNot', 'query', 'memory'],
  places: [{ method: 'POST', path: '/recall/why-not' }],
  asLines: renderWhyNot,
  run: (memory, { memory: id, ...asked }) => memory.whyNot(asked, id),
});
