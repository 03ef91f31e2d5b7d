import { OpinionFilter, OpinionMoveInput, OpinionReceipt } from '../../../domain/opinion.js';
import { OpinionList } from '../find-opinions.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { renderOpinionList, renderOpinionMove } from '../view.js';

export const opinionsOperation = defineOperation({
  name: 'opinions',
  summary: 'List opinions, the surest first; with --below or --revise, the least sure first.',
  description:
    'Those that reflection formed, and those that were remembered as opinions, with what speaks for and against each. Beside them what people said they like, think or want, of the matter or at all, the latest first, in their own words. `revise` leaves those that are contradicted, unsure or old.',
  input: OpinionFilter,
  output: OpinionList,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme opinions Tom', shows: 'what Tom thinks, and what is thought of him' },
    { command: 'mneme opinions --below 0.5', shows: 'what the bank is unsure about' },
    { command: 'mneme opinions --revise --days 90', shows: 'what should be looked at again' },
  ],
  served: { pace: 'question' },
  verb: ['opinions.list'],
  places: [{ method: 'GET', path: '/opinions' }],
  asLines: renderOpinionList,
  run: (memory, input) => memory.opinions.list(input),
});

export const opinionWeighOperation = defineOperation({
  name: 'opinion_weigh',
  words: ['opinion', 'weigh'],
  summary: 'Move an opinion by evidence: reinforce it, weaken it, or contradict it.',
  description:
    'A step is 0.1 at a confidence of 0.5 and smaller towards the ends; a contradiction moves it two steps. Each memory given as evidence counts once.',
  input: OpinionMoveInput,
  output: reversible(OpinionReceipt),
  positional: ['id', 'move'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme opinion weigh m_01h5k0c2x9w7a reinforce --evidence m_02h5k0c2x9w7b',
      shows: 'the confidence before and after',
    },
    {
      command: 'mneme opinion weigh m_01h5k0c2x9w7a weaken --reason "said in jest"',
      shows: 'the confidence before and after',
    },
  ],
  served: { pace: 'quick' },
  verb: ['opinions.weigh'],
  places: [{ method: 'POST', path: '/opinions/{id}/weigh' }],
  asLines: renderOpinionMove,
  run: (memory, input) => memory.opinions.weigh(input),
});
