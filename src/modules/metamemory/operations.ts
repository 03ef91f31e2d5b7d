import { z } from 'zod';
import { Knowledge, KnowledgeQuestion } from '../reflect/knowledge.js';
import { defineOperation } from '../../operations/operation.js';
import { renderKnowledge } from '../reflect/view.js';

export const knowsOperation = defineOperation({
  name: 'knows',
  summary: 'Tell whether the bank knows something of a matter, or has an answer.',
  description:
    'The chance that recall has it, in figures and in a word, with what speaks against it, and how many memories there are. It does not tell what they say.',
  input: KnowledgeQuestion,
  output: Knowledge,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme knows Marmalade',
      shows: 'known, unsure or unknown, and from how many memories',
    },
  ],
  served: { pace: 'question' },
  verb: ['metamemory.knows', 'about'],
  places: [{ method: 'POST', path: '/knowledge' }],
  asLines: renderKnowledge,
  run: (memory, { about }) => memory.metamemory.knows(about),
});

/** The name that it had in the version before for a question. */
export const knowingOperation = defineOperation({
  name: 'knowing',
  former: 'knows',
  summary: 'Tell whether memory will have an answer.',
  description: 'What `knows` tells of a question.',
  input: z.strictObject({ query: KnowledgeQuestion.shape.about }),
  output: Knowledge,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme knowing "Where did Priya go last summer?"',
      shows: 'the chance that recall has it',
    },
  ],
  run: (memory, { query }) => memory.metamemory.knows(query),
});
