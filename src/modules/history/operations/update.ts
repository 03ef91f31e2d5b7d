import { reversible } from '../../../domain/reversal.js';
import { defineOperation } from '../../../operations/operation.js';
import { UpdateInput, UpdateReceipt } from '../update.js';
import { renderUpdate } from '../view.js';

export const updateOperation = defineOperation({
  name: 'update',
  summary: 'Correct a memory: its words, or what is kept beside them.',
  description:
    'New words are read as if they were told; speaker, session and metadata stay. The old memory is taken back and names the new one; undoing brings it back. Without words a remark, tags, metadata, importance and end are changed.',
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
    {
      command:
        'mneme update m_01h5k0c2x9w7a --remark "Tom says this was a joke." --add-tags doubtful',
      shows: 'the memory with its remark and tags',
    },
    { command: 'mneme update m_01h5k0c2x9w7a --boost 0.3', shows: 'how important it is now' },
  ],
  served: { pace: 'quick' },
  verb: ['update', 'id', 'content'],
  places: [{ method: 'PATCH', path: '/memories/{id}' }],
  asLines: renderUpdate,
  run: (memory, { id, ...input }) => memory.update(id, input),
});
