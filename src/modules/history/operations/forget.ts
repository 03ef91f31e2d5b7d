import { reversible } from '../../../domain/reversal.js';
import { defineOperation } from '../../../operations/operation.js';
import { FORGET_BY_FILTER, ForgetInput } from '../forget-what.js';
import { ForgetReceipt } from '../forget.js';
import { renderForgotten } from '../view.js';

export const forgetOperation = defineOperation({
  name: 'forget',
  summary: 'Take memories back; they can be restored.',
  description:
    'Those that are named, or all that a filter means, or all of a user, in one change. Recall no longer finds them, nor their links. The journal keeps them, so `undo` brings them back whole; `erase` leaves nothing.',
  input: ForgetInput,
  output: reversible(ForgetReceipt),
  positional: ['ids'],
  effect: 'retract',
  readsWith: 'preview',
  idempotent: true,
  examples: [
    {
      command: 'mneme forget m_01h5k0c2x9w7a --reason "said in jest"',
      shows: 'what was forgotten',
    },
    {
      command: 'mneme forget m_01h5k0c2x9w7a --cause obsolete --no-cascade',
      shows: 'the same, while what it told of others stays',
    },
    { command: 'mneme forget --session chat-7 --preview', shows: 'what of a session would go' },
    { command: 'mneme forget --user-id alice', shows: 'how much of the user was forgotten' },
  ],
  served: { pace: 'quick' },
  verb: ['forget', 'ids', 'reason'],
  places: [
    { method: 'POST', path: '/memories/forget' },
    {
      method: 'DELETE',
      path: '/memories/{ids}',
      without: FORGET_BY_FILTER,
      called: 'memories_delete',
    },
    { method: 'DELETE', path: '/memories', without: ['ids'], called: 'memories_delete_all' },
  ],
  forPeopleWith: FORGET_BY_FILTER,
  asLines: renderForgotten,
  run: (memory, input) => memory.forget(input),
});
