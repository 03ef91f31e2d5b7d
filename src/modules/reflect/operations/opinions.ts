import { z } from 'zod';
import {
  Opinion,
  OpinionFilter,
  OpinionMoveInput,
  OpinionReceipt,
} from '../../../domain/opinion.js';
import { OpinionList } from '../find-opinions.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { renderOpinionList, renderOpinion, renderOpinionMove } from '../view.js';

const ReversibleOpinionReceipt = reversible(OpinionReceipt);

export const opinionListOperation = defineOperation({
  name: 'opinion_list',
  words: ['opinion', 'list'],
  summary: 'List opinions, the surest first; with --below, the least sure first.',
  description:
    'Those that reflection formed, and those that were remembered as opinions, with what speaks for and against each. With a matter also what people said of it, in their own words.',
  input: OpinionFilter,
  output: OpinionList,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme opinion list --below 0.5', shows: 'what the bank is unsure about' },
    {
      command: 'mneme opinion list --about Tom',
      shows: 'what Tom thinks, and what is thought of him',
    },
  ],
  served: { pace: 'question' },
  verb: ['opinions.list'],
  places: [{ method: 'GET', path: '/opinions' }],
  asLines: renderOpinionList,
  run: (memory, input) => memory.opinions.list(input),
});

export const opinionFindOperation = defineOperation({
  name: 'opinion_find',
  words: ['opinion', 'find'],
  summary: 'Find the surest opinion on a matter.',
  description:
    'By the person who holds it, or by the words of the matter. Gives null when there is none.',
  input: z.strictObject({
    about: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(200)
      .describe('A person, a thing or a topic.'),
  }),
  output: Opinion.nullable(),
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme opinion find coriander',
      shows: 'who likes it or does not, and how sure that is',
    },
  ],
  served: { pace: 'quick' },
  verb: ['opinions.find', 'about'],
  places: [{ method: 'POST', path: '/opinions/find' }],
  asLines: renderOpinion,
  run: (memory, { about }) => memory.opinions.find(about),
});

export const opinionReinforceOperation = defineOperation({
  name: 'opinion_reinforce',
  words: ['opinion', 'reinforce'],
  summary: 'Move an opinion a step up, by evidence.',
  description:
    'A step is 0.1 at a confidence of 0.5 and smaller towards the ends. Each memory given as evidence counts once.',
  input: OpinionMoveInput,
  output: ReversibleOpinionReceipt,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme opinion reinforce m_01h5k0c2x9w7a --evidence m_02h5k0c2x9w7b',
      shows: 'the confidence before and after',
    },
  ],
  served: { pace: 'quick' },
  verb: ['opinions.reinforce'],
  places: [{ method: 'POST', path: '/opinions/{id}/reinforce' }],
  asLines: renderOpinionMove,
  run: (memory, input) => memory.opinions.reinforce(input),
});

export const opinionWeakenOperation = defineOperation({
  name: 'opinion_weaken',
  words: ['opinion', 'weaken'],
  summary: 'Move an opinion a step down, by evidence.',
  description: 'As `opinion reinforce`, the other way.',
  input: OpinionMoveInput,
  output: ReversibleOpinionReceipt,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme opinion weaken m_01h5k0c2x9w7a --reason "said in jest"',
      shows: 'the confidence before and after',
    },
  ],
  served: { pace: 'quick' },
  verb: ['opinions.weaken'],
  places: [{ method: 'POST', path: '/opinions/{id}/weaken' }],
  asLines: renderOpinionMove,
  run: (memory, input) => memory.opinions.weaken(input),
});

export const opinionContradictOperation = defineOperation({
  name: 'opinion_contradict',
  words: ['opinion', 'contradict'],
  summary: 'Move an opinion two steps down, by evidence that says the opposite.',
  description: 'As `opinion weaken`, twice as far.',
  input: OpinionMoveInput,
  output: ReversibleOpinionReceipt,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme opinion contradict m_01h5k0c2x9w7a --evidence m_02h5k0c2x9w7b',
      shows: 'the confidence before and after',
    },
  ],
  served: { pace: 'quick' },
  verb: ['opinions.contradict'],
  places: [{ method: 'POST', path: '/opinions/{id}/contradict' }],
  asLines: renderOpinionMove,
  run: (memory, input) => memory.opinions.contradict(input),
});
