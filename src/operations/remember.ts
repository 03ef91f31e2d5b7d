import { RememberInput } from '../domain/input.js';
import { defineOperation } from './operation.js';
import { ReceiptOutput } from './outputs/bank.js';

export const rememberOperation = defineOperation({
  name: 'remember',
  summary: 'Take one text into memory.',
  description:
    'Reads names, dates, causes and relations off the text, links it to what is there and commits it durably. What is there already becomes evidence instead of a copy.',
  input: RememberInput,
  output: ReceiptOutput,
  positional: ['content'],
  effect: 'write',
  idempotent: false,
  examples: [
    { command: 'mneme remember "Tom moved to Porto last Saturday" --speaker Priya', shows: 'the memory, its names and its date' },
    { command: 'mneme remember "The pool size is 40" --kind decision --tags database,config', shows: 'a tagged decision' },
    { command: 'mneme remember "The bridge at dusk" --image bridge.jpg', shows: 'a memory with a picture' },
  ],
  run: (memory, input) => memory.remember(input),
});
