import { z } from 'zod';
import { MetamemoryAnswer } from './report.js';
import { CreditInput } from '@mneme/core/modules/outcomes/credit.js';
import { Knowledge, KnowledgeQuestion } from '../reflect/knowledge.js';
import { renderKnowledge } from '../reflect/operations.js';
import {
  defineOperation,
  deprecatedVerb,
  inputOf,
  optionalFields,
} from '@mneme/core/operations/operation.js';

const KnowsInput = z.strictObject({
  about: KnowledgeQuestion.shape.about
    .optional()
    .describe(
      'A person, a thing, a topic, or a question. Default: what was taught, and about what.',
    ),
  now: KnowledgeQuestion.shape.now,
  ...optionalFields(CreditInput),
});

export const knowsOperation = defineOperation({
  name: 'knows',
  summary:
    'Tell whether the bank knows something of a matter, or what it was taught of its knowledge.',
  description:
    'Of a matter or a question, the chance that recall has it, in figures and in a word, with what speaks against it, and how many memories there are; not what they say. Without one, what votes, outcomes and tasks taught: how good each source, kind and layer of memories is, how often each kind of question was answered usefully and as expected, which memories are to be reviewed; which stood in contexts that ended well or badly (`credit`, -1 to 1, adjusted for how contexts end anyhow), with `memory` one and its contexts; how well things go, uses of strategies included; and what is most worth learning next: what keeps goals from going on, what failed again and again, unsure beliefs that touch goals.',
  input: KnowsInput,
  output: z.union([Knowledge, MetamemoryAnswer]),
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme knows Marmalade',
      shows: 'known, unsure or unknown, and from how many memories',
    },
    { command: 'mneme knows', shows: 'sources, questions, competence, what to find out first' },
  ],
  served: { pace: 'question' },
  verb: ['metamemory.knows', 'about'],
  also: [{ verb: ['metamemory.report'] }],
  places: [
    {
      ...{ method: 'GET', path: '/metamemory', without: ['about', 'now'] },
      ...{ called: 'metamemory', positional: ['memory'] },
    },
    { method: 'POST', path: '/knowledge', without: Object.keys(CreditInput.shape) },
  ],
  asLines: (answer) => ('verdict' in answer ? renderKnowledge(answer) : null),
  run: async (memory, { about, ...given }) => {
    if (about === undefined) return memory.metamemory.report(inputOf(CreditInput, given, 'knows'));
    return memory.metamemory.knows(inputOf(KnowledgeQuestion, { about, ...given }, 'knows'));
  },
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

// Former names of verbs for what was taught.

export const metamemoryOperation = deprecatedVerb(knowsOperation, {
  name: 'metamemory',
  positional: ['memory'],
  input: CreditInput,
  as: (given) => given,
});

export const creditOperation = deprecatedVerb(knowsOperation, {
  name: 'credit',
  positional: ['memory'],
  places: [{ method: 'GET', path: '/credit' }],
  input: CreditInput,
  as: (given) => given,
});

export const syncCompetenceOperation = deprecatedVerb(knowsOperation, {
  name: 'competence_sync',
  words: ['competence', 'sync'],
  positional: ['domain'],
  places: [{ method: 'POST', path: '/competence/sync' }],
  input: z.strictObject({
    domain: z.string().optional().describe('Taken, and not needed: all fields are told.'),
  }),
  as: () => ({}),
});

export const prioritiesOperation = deprecatedVerb(knowsOperation, {
  name: 'learning_priorities',
  words: ['priorities'],
  positional: [],
  places: [{ method: 'GET', path: '/learning/priorities' }],
  input: z.strictObject({}),
  as: () => ({}),
});
