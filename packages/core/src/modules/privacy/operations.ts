import { z } from 'zod';
import { RevealInput } from '../../domain/bank.js';
import { EraseInput, EraseReport } from '../../domain/forgetting.js';
import { QuarantineInput } from '../../domain/quarantine.js';
import { QuarantineAnswer } from './quarantine.js';
import { renderErasure, renderQuarantine } from './view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import { Revealed } from '../../safety/vault.js';

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

export const revealOperation = defineOperation({
  name: 'reveal',
  summary: 'Put the values back in the place of tokens such as [card_1].',
  description:
    'Needs the key of the vault, MNEME_VAULT_KEY or MNEME_VAULT_KEY_FILE; a token that the bank does not know stays as it is.',
  input: RevealInput,
  output: Revealed,
  positional: ['text'],
  effect: 'read',
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme reveal "The card is [card_1]"', shows: 'the text with the card number' },
  ],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['privacy.reveal', 'text'],
  asLines: ({ text }) => text,
  run: (memory, { text }) => memory.privacy.reveal(text),
});

export const quarantineOperation = defineOperation({
  name: 'quarantine',
  summary:
    'Show what is held back until somebody looks, and let it in or turn it away: what seems to command its reader, near-copies, strangers.',
  description:
    'Each with its score and the signals that spoke. Nothing of it is recalled, linked or counted until it is released: then it is read and linked as any other memory, under its own id, and its source stays what it was. What is rejected is no longer listed, and the same text is not taken in again.',
  input: QuarantineInput,
  output: QuarantineAnswer,
  positional: [],
  effect: 'retract',
  writesWith: ['release', 'reject'],
  forPeople: true,
  idempotent: false,
  examples: [
    { command: 'mneme quarantine', shows: 'what waits for a look, and why' },
    { command: 'mneme quarantine --release m_01h5k0c2x9w7a', shows: 'the memory, as it came in' },
    {
      command: 'mneme quarantine --reject m_01h5k0c2x9w7a --reason "an advertisement"',
      shows: 'what was turned away',
    },
  ],
  served: { pace: 'quick' },
  verb: ['privacy.quarantine'],
  places: [
    { method: 'GET', path: '/quarantine', without: ['release', 'reject', 'reason'] },
    { method: 'POST', path: '/quarantine', called: 'quarantine_settle' },
  ],
  asLines: renderQuarantine,
  run: (memory, input) => memory.privacy.quarantine(input),
});

// Deprecated aliases of `quarantine`: the names these verbs had in the previous version.

const { release, reject, reason } = QuarantineInput.shape;

export const quarantineListOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_list',
  words: ['quarantine', 'list'],
  positional: [],
  effect: 'read',
  input: QuarantineInput.pick({ limit: true, cursor: true, after: true }),
  as: (given) => given,
});

export const quarantineReleaseOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_release',
  words: ['quarantine', 'release'],
  positional: ['ids'],
  effect: 'write',
  places: [{ method: 'POST', path: '/quarantine/release' }],
  input: z.strictObject({ ids: release.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, release: ids }),
});

export const quarantineRejectOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_reject',
  words: ['quarantine', 'reject'],
  positional: ['ids'],
  places: [{ method: 'POST', path: '/quarantine/reject' }],
  input: z.strictObject({ ids: reject.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, reject: ids }),
});
