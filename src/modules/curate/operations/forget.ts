import { z } from 'zod';
import { ForgetChoice } from '../../../domain/forgetting.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { DeleteAllInput, DeleteAllReceipt } from '../delete-all.js';
import { ForgetReceipt } from '../forget.js';
import { renderForgotten } from '../../care/view.js';
import { renderDeleted } from '../view.js';

const ReversibleForgetReceipt = reversible(ForgetReceipt);

const Ids = z
  .array(z.string())
  .min(1, 'name at least one memory')
  .max(10_000)
  .describe('The memories, as in m_01h5k0c2x9w7a.');

export const forgetOperation = defineOperation({
  name: 'forget',
  summary: 'Take memories back; they can be restored.',
  description:
    'Recall no longer finds them, nor their links. The journal keeps them, so `restore` brings them back whole.',
  input: z.strictObject({ ids: Ids, ...ForgetChoice.shape }),
  output: ReversibleForgetReceipt,
  positional: ['ids'],
  effect: 'retract',
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
  ],
  served: { pace: 'quick' },
  verb: ['forget', 'ids', 'reason'],
  places: [
    { method: 'POST', path: '/memories/forget' },
    { method: 'DELETE', path: '/memories/{ids}', called: 'memories_delete' },
  ],
  asLines: (output) => renderForgotten('Forgotten', output),
  run: (memory, { ids, ...why }) => memory.forget(ids, why),
});

export const deleteAllOperation = defineOperation({
  name: 'delete_all',
  words: ['delete-all'],
  forPeople: true,
  summary: 'Forget all memories that a filter means, or all of a user, in one change.',
  description:
    'One `undo` brings all of it back for 30 days. Of a user’s memory, without a filter, goals and what was learned go, too. The journal keeps the past: `erase` leaves nothing.',
  input: DeleteAllInput,
  output: reversible(DeleteAllReceipt),
  positional: [],
  effect: 'retract',
  idempotent: true,
  examples: [
    { command: 'mneme delete-all --user-id alice', shows: 'how much of the user was forgotten' },
    { command: 'mneme delete-all --session chat-7 --preview', shows: 'how much it would be' },
  ],
  verb: ['deleteAll'],
  places: [{ method: 'DELETE', path: '/memories' }],
  asLines: renderDeleted,
  run: (memory, input) => memory.deleteAll(input),
});

export const restoreOperation = defineOperation({
  name: 'restore',
  summary: 'Bring forgotten memories back.',
  description: 'The memories and their links are there again, as they were.',
  input: z.strictObject({ ids: Ids }),
  output: ReversibleForgetReceipt,
  positional: ['ids'],
  effect: 'write',
  idempotent: true,
  examples: [{ command: 'mneme restore m_01h5k0c2x9w7a', shows: 'what was restored' }],
  served: { pace: 'quick' },
  verb: ['curation.restore', 'ids'],
  places: [{ method: 'POST', path: '/memories/restore' }],
  asLines: (output) => renderForgotten('Restored', output),
  run: (memory, { ids }) => memory.curation.restore(ids),
});
