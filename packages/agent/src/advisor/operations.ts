import { z } from 'zod';
import { Advice, AdviceInput } from './advise.js';
import { Checked, CheckInput, Critique, CritiqueInput, critiqueOf } from './check/answer.js';
import { AdvisedGoal } from '@mneme/core/modules/context/index.js';
import { MemeticStatus } from './status.js';
import { renderAdvice, renderChecked, renderStatus } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';
import { wholeNumber } from '@mneme/core/domain/schema.js';

export const statusOperation = defineOperation({
  name: 'status',
  summary: 'Tell how the bank is doing and what waits for somebody.',
  description:
    'Entropy and coherence of the latest memories, what they are about, conflicts to settle and memories to review.',
  input: z.strictObject({}),
  output: MemeticStatus,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme status', shows: 'the pulse, and what to look at' }],
  served: { pace: 'quick' },
  verb: ['guidance.status'],
  places: [{ method: 'GET', path: '/status' }],
  asLines: renderStatus,
  run: (memory) => memory.guidance.status(),
});

export const adviseOperation = defineOperation({
  name: 'advise',
  summary: 'Turn a goal into operations to call, in order; or tell how to use this memory.',
  description:
    'By rules, from one look at what the bank holds of it: what is unknown, contradicted or past, whether it asks why, how, or for a plan. Each step comes with its input and the reason for it. Without a goal: what a model should know from the first contact on, and what waits.',
  input: AdviceInput,
  output: Advice,
  positional: ['goal'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme advise "find out why the office moved to Porto"',
      shows: 'up to three steps',
    },
    { command: 'mneme advise', shows: 'how to use this memory, for a system prompt' },
  ],
  verb: ['guidance.advise', 'goal'],
  places: [{ method: 'POST', path: '/advice' }],
  asLines: renderAdvice,
  run: (memory, input) => memory.guidance.advise(input),
});

export const checkOperation = defineOperation({
  name: 'check',
  summary: 'Hold each sentence of a text against what the bank was told.',
  description:
    'Each is supported, outdated (with what holds now, and since when), contradicted (with what is held) or not known, with the notes. Where nobody has read, only plain claims are compared.',
  input: CheckInput,
  output: Checked,
  positional: ['text'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme check "Tom lives in Leeds. Ana is his sister."',
      shows: 'for each sentence a verdict, and the notes behind it',
    },
  ],
  verb: ['guidance.check', 'text'],
  asLines: renderChecked,
  run: (memory, input) => memory.guidance.check(input),
});

/** Former verb, with its former name and shape. */
export const critiqueOperation = defineOperation({
  name: 'critique',
  former: 'check',
  summary: 'Find what says otherwise than a text.',
  description: 'What `check` finds, as it was told in the version before.',
  input: CritiqueInput,
  output: Critique,
  positional: ['reasoning'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme critique "Tom lives in Leeds, so we meet there."',
      shows: 'the note that he lives in Porto',
    },
  ],
  run: async (memory, { reasoning, memories, threshold }) =>
    critiqueOf(
      await memory.guidance.check({
        ...{ text: reasoning, minConfidence: threshold },
        ...(memories === undefined ? {} : { memories }),
      }),
    ),
});

// Former names of verbs that were merged into others.

const nothing = z.strictObject({});

export const guideOperation = deprecatedVerb(adviseOperation, {
  name: 'guide',
  positional: [],
  places: [{ method: 'GET', path: '/guide' }],
  input: nothing,
  as: () => ({}),
});

export const searchPlanOperation = deprecatedVerb(adviseOperation, {
  name: 'search_plan',
  words: ['search-plan'],
  positional: ['goal'],
  places: [{ method: 'POST', path: '/search-plan' }],
  input: z.strictObject({
    goal: AdvisedGoal,
    types: z.array(z.string()).optional().describe('Taken, and not needed.'),
    maxQueries: wholeNumber(1, 7).optional().describe('Most steps.'),
  }),
  as: ({ goal, maxQueries }) => ({
    goal,
    ...(maxQueries === undefined ? {} : { maxSteps: Math.min(maxQueries, 5) }),
  }),
});

export const graphDescriptionOperation = deprecatedVerb(statusOperation, {
  name: 'graph_description',
  words: ['graph-description'],
  positional: [],
  places: [{ method: 'GET', path: '/graph' }],
  input: nothing,
  as: () => ({}),
});

export const purposeOperation = deprecatedVerb(statusOperation, {
  name: 'purpose',
  positional: [],
  places: [{ method: 'GET', path: '/purpose' }],
  input: nothing,
  as: () => ({}),
});
