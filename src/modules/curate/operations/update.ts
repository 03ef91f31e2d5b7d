import { reversible } from '../../../domain/reversal.js';
import { defineOperation } from '../../../operations/operation.js';
import { UpdateInput, UpdateReceipt } from '../update.js';
import { renderReceipt } from '../../care/view.js';

export const updateOperation = defineOperation({
  name: 'update',
  summary: 'Put new words in the place of a memory.',
  description:
    'They are read as if they were told; speaker, session and metadata stay. The old memory is taken back and names the new one; undoing brings it back.',
  input: UpdateInput,
  output: reversible(UpdateReceipt),
  positional: ['id', 'content'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme update m_01h5k0c2x9w7a "Tom’s flight leaves at 9:40, not 8:40"',
      shows: 'the new memory, and which one it replaced',
    },
  ],
  served: { pace: 'quick' },
  verb: ['update', 'id', 'content'],
  places: [{ method: 'PATCH', path: '/memories/{id}' }],
  asLines: (output) => `${renderReceipt(output)}\nin place of ${output.replaced}`,
  run: (memory, { id, ...input }) => memory.update(id, input),
});
