import { RevealInput } from '../../../domain/bank-input.js';
import { QuarantineInput } from '../../../domain/quarantine-input.js';
import { defineOperation } from '../../../operations/operation.js';
import { QuarantineAnswer } from '../quarantine.js';
import { Revealed } from '../../../safety/reveal.js';
import { renderQuarantine } from '../views/quarantine.js';

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
