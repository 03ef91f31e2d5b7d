import { z } from 'zod';
import { RevealInput } from '../../../domain/bank-input.js';
import { QuarantineChoice, QuarantineFilter } from '../../../domain/quarantine-input.js';
import { defineOperation } from '../../../operations/operation.js';
import { Receipt } from '../../../domain/receipt.js';
import { reversible } from '../../../domain/reversal.js';
import { QuarantinePage, Rejection } from '../quarantine.js';
import { Revealed } from '../../../safety/reveal.js';
import { renderQuarantine, renderReleased, renderRejected } from '../views/quarantine.js';

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

export const quarantineListOperation = defineOperation({
  name: 'quarantine_list',
  words: ['quarantine', 'list'],
  summary:
    'List what is held back until somebody looks: what seems to command its reader, near-copies, strangers.',
  description:
    'Each with its score and the signals that spoke. Nothing of it is recalled, linked or counted until it is released.',
  input: QuarantineFilter,
  output: QuarantinePage,
  positional: [],
  effect: 'read',
  forPeople: true,
  idempotent: true,
  examples: [{ command: 'mneme quarantine list', shows: 'what waits for a look, and why' }],
  served: { pace: 'quick' },
  verb: ['privacy.quarantined'],
  places: [{ method: 'GET', path: '/quarantine' }],
  asLines: renderQuarantine,
  run: (memory, input) => memory.privacy.quarantined(input),
});

export const quarantineReleaseOperation = defineOperation({
  name: 'quarantine_release',
  words: ['quarantine', 'release'],
  summary: 'Let in what was held back.',
  description:
    'It is read and linked as any other memory, under its own id; its source stays what it was, and so does how far it is trusted.',
  input: QuarantineChoice,
  output: z.array(Receipt),
  positional: ['ids'],
  effect: 'write',
  forPeople: true,
  idempotent: false,
  examples: [
    { command: 'mneme quarantine release m_01h5k0c2x9w7a', shows: 'the memory, as it came in' },
  ],
  served: { pace: 'quick' },
  verb: ['privacy.release'],
  places: [{ method: 'POST', path: '/quarantine/release' }],
  asLines: renderReleased,
  run: (memory, input) => memory.privacy.release(input),
});

export const quarantineRejectOperation = defineOperation({
  name: 'quarantine_reject',
  words: ['quarantine', 'reject'],
  summary: 'Turn away what was held back.',
  description:
    'It is no longer listed, and the same text is not taken in again. A release still lets it in.',
  input: QuarantineChoice,
  output: reversible(Rejection),
  positional: ['ids'],
  effect: 'retract',
  forPeople: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme quarantine reject m_01h5k0c2x9w7a --reason "an advertisement"',
      shows: 'what was turned away',
    },
  ],
  served: { pace: 'quick' },
  verb: ['privacy.reject'],
  places: [{ method: 'POST', path: '/quarantine/reject' }],
  asLines: renderRejected,
  run: (memory, input) => memory.privacy.reject(input),
});
