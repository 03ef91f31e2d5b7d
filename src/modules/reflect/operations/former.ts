// What `opinions` and `opinion_weigh` have taken in, under the names that it had in the version before.
import { z } from 'zod';
import { OpinionFilter, OpinionMoveInput, type OpinionMove } from '../../../domain/opinion.js';
import { formerly } from '../../../operations/formerly.js';
import { opinionsOperation, opinionWeighOperation } from './opinions.js';

const { about, contradictions, floor, days } = OpinionFilter.shape;

const moved = (move: OpinionMove) =>
  formerly(opinionWeighOperation, {
    name: `opinion_${move}`,
    words: ['opinion', move],
    positional: ['id'],
    places: [{ method: 'POST', path: `/opinions/{id}/${move}` }],
    input: OpinionMoveInput.omit({ move: true }),
    as: (given) => ({ ...given, move }),
  });

export const FORMER = {
  opinion_list: formerly(opinionsOperation, {
    name: 'opinion_list',
    words: ['opinion', 'list'],
    positional: [],
    input: OpinionFilter,
    as: (filter) => filter,
  }),
  opinion_find: formerly(opinionsOperation, {
    name: 'opinion_find',
    words: ['opinion', 'find'],
    positional: ['about'],
    places: [{ method: 'POST', path: '/opinions/find' }],
    input: z.strictObject({ about: about.unwrap().describe('The matter.') }),
    as: (given) => ({ ...given, limit: 1 }),
  }),
  beliefs_to_revise: formerly(opinionsOperation, {
    name: 'beliefs_to_revise',
    words: ['beliefs'],
    positional: [],
    places: [{ method: 'GET', path: '/beliefs/to-revise' }],
    input: z.strictObject({ contradictions, floor, days }),
    as: (given) => ({ ...given, revise: true, limit: 500 }),
  }),
  opinion_reinforce: moved('reinforce'),
  opinion_weaken: moved('weaken'),
  opinion_contradict: moved('contradict'),
};
