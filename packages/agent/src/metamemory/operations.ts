import { z } from 'zod';
import { MetamemoryAnswer } from './report.js';
import { CreditInput } from '@mneme/core/modules/outcomes/read-credit.js';
import { Knowledge, KnowledgeQuestion } from '../reflect/knowledge.js';
import { renderKnowledge } from '../reflect/view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

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

export const metamemoryOperation = defineOperation({
  name: 'metamemory',
  summary: 'Tell what votes, outcomes and tasks taught, and what is most worth learning next.',
  description:
    'How good each source, kind and layer of memories is, how often each kind of question was answered usefully and as expected, which memories are to be reviewed; which memories stood in contexts that ended well or badly (`credit`, -1 to 1, adjusted for how contexts end anyhow), with `memory` one and its contexts; how well things go, uses of strategies included; what keeps goals from going on, what failed again and again, unsure beliefs that touch goals.',
  input: CreditInput,
  output: MetamemoryAnswer,
  positional: ['memory'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme metamemory',
      shows: 'sources, questions, competence, what to find out first',
    },
  ],
  served: { pace: 'quick' },
  verb: ['metamemory.report'],
  places: [{ method: 'GET', path: '/metamemory' }],
  run: (memory, input) => memory.metamemory.report(input),
});

/** Former name of the verb for questions. */
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

// Former names of verbs that were merged into `metamemory`.

export const creditOperation = deprecatedVerb(metamemoryOperation, {
  name: 'credit',
  positional: ['memory'],
  places: [{ method: 'GET', path: '/credit' }],
  input: CreditInput,
  as: (given) => given,
});

export const syncCompetenceOperation = deprecatedVerb(metamemoryOperation, {
  name: 'competence_sync',
  words: ['competence', 'sync'],
  positional: ['domain'],
  places: [{ method: 'POST', path: '/competence/sync' }],
  input: z.strictObject({
    domain: z.string().optional().describe('Taken, and not needed: all fields are told.'),
  }),
  as: () => ({}),
});

export const prioritiesOperation = deprecatedVerb(metamemoryOperation, {
  name: 'learning_priorities',
  words: ['priorities'],
  positional: [],
  places: [{ method: 'GET', path: '/learning/priorities' }],
  input: z.strictObject({}),
  as: () => ({}),
});
