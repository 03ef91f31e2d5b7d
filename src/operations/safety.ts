import { z } from 'zod';
import { RevealInput } from '../domain/bank-input.js';
import { defineOperation } from './operation.js';

export const revealOperation = defineOperation({
  name: 'reveal',
  summary: 'Put the values back in the place of tokens such as [card_1].',
  description: 'Needs the key of the vault, MNEME_VAULT_KEY or MNEME_VAULT_KEY_FILE; a token that the bank does not know stays as it is.',
  input: RevealInput,
  output: z.strictObject({ text: z.string(), revealed: z.number() }),
  positional: ['text'],
  effect: 'read',
  forPeople: true,
  idempotent: true,
  examples: [{ command: 'mneme reveal "The card is [card_1]"', shows: 'the text with the card number' }],
  run: (memory, { text }) => memory.reveal(text),
});
