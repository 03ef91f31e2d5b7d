import { contextText } from '../as-text.js';
import { InjectedContext } from '../compose-context.js';
import { ContextInput } from '../context-input.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderContext } from '../view.js';

export const contextOperation = defineOperation({
  name: 'context',
  summary: 'Recall what bears on a task, as one text under a token budget.',
  description:
    'For a model to read: a label, then what was recalled between marks. Where whole memories do not fit, the sentences that bear on the task are taken, by day, each with a citation that `cite` expands; what repeats another is left out. Given back to `remember`, the text is not taken in again.',
  input: ContextInput,
  output: InjectedContext,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme context "plan the supper club"', shows: 'up to 2,048 tokens of memories' },
    {
      command: 'mneme context "pool size" --max-tokens 300 --verbosity 0',
      shows: 'first words and ids',
    },
    {
      command: 'mneme context "Why did Priya move?" --max-tokens 600 --mode narrative',
      shows: 'the passages that tell it, as sentences',
    },
  ],
  scoped: true,
  served: { pace: 'question' },
  verb: ['context', 'query'],
  asLines: renderContext,
  run: (memory, input) => memory.context(input),
  // Placed after `run`, from which the compiler infers the output's type.
  asText: contextText,
});
