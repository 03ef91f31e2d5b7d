import { EraseInput, EraseReport } from '../../../domain/erasure.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderErasure } from '../views/erasure.js';

export const eraseOperation = defineOperation({
  name: 'erase',
  summary: 'Erase a person, or single memories, for good; first only tell what would go.',
  description:
    'What they said, what names them, what was made of it: in text, vectors, indexes, names, the past and the log. Then the file is written anew and its bytes are searched for what should be gone. Nothing brings it back; backups and exports made before still hold it.',
  input: EraseInput,
  output: EraseReport,
  positional: [],
  effect: 'retract',
  writesWith: ['yes'],
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme erase --subject "Tom Okafor"', shows: 'what would go, under which names' },
    {
      command: 'mneme erase --subject "Tom Okafor" --also tom@example.org --yes',
      shows: 'what went, and that no byte of it is left',
    },
    {
      command: 'mneme erase --subject Tom --mentions redact --yes',
      shows: 'others’ memories kept, with [erased] for the name',
    },
    { command: 'mneme erase --speaker guest-7 --yes', shows: 'what one speaker said, gone' },
    {
      command: 'mneme erase --memories m_01h5k0c2x9w7a --yes',
      shows: 'one memory gone for good, with what was made of it',
    },
  ],
  served: { long: true, scope: 'admin', line: 'urgent' },
  verb: ['privacy.erase'],
  places: [{ method: 'POST', path: '/erasure' }],
  asLines: renderErasure,
  run: (memory, input) => memory.privacy.erase(input),
});
