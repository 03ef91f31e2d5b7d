import { z } from 'zod';
import { Advice, AdviceInput } from './advise.js';
import {
  Checked,
  CheckInput,
  Critique,
  CritiqueInput,
  critiqueOf,
  type SentenceVerdict,
} from './check/answer.js';
import { MemeticStatus } from './status.js';
import { wholeNumber } from '@mneme/core/domain/schema.js';
import { bad, bold, day, dim, good, shorten, type TextFormat } from '@mneme/core/format/style.js';
import { AdvisedGoal } from '@mneme/core/modules/context/index.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

function renderStatus({
  pulse,
  active,
  suggested,
  tasks,
  memories,
  lifecycle,
}: MemeticStatus): string {
  const heads = {
    finish_erasure: bad('erasure not finished:'),
    settle_conflict: bad('conflict'),
    review_memory: 'review',
    merge_copies: 'one or two?',
  };
  return [
    `${bold(suggested)}: entropy ${pulse.entropy.toFixed(2)}, coherence ${pulse.coherence.toFixed(2)} ${dim(`(${memories} memories, ${lifecycle.stage})`)}`,
    ...(active.length === 0 ? [] : [`About: ${active.join('; ')}`]),
    ...tasks.map(({ task, memories: [one, other], reason, tool }) =>
      [
        heads[task],
        ...(one === undefined ? [] : [[one, other].filter((id) => id !== undefined).join(' – ')]),
        reason,
        dim(`(${tool})`),
      ].join(' '),
    ),
  ].join('\n');
}

function renderAdvice({ guide, reasoning, steps }: Advice): string {
  return [
    ...(guide === null ? [] : [guide, '']),
    reasoning,
    ...steps.map(
      ({ step, operation, input, rationale }) =>
        `${step}. ${bold(operation)} ${JSON.stringify(input)}\n   ${dim(rationale)}`,
    ),
  ].join('\n');
}

function renderChecked({ sentences, notices }: Checked, screen: TextFormat): string {
  const lines = sentences.flatMap(({ text, verdict, since, sinceDay, notes }) => [
    `${VERDICT_IN_COLOUR[verdict](verdict)}${since === null ? '' : ` since ${day(sinceDay ?? since, screen)}`}: ${shorten(text, 200)}`,
    ...notes.map(
      ({ id, content, says, validity }) =>
        `  ${dim(`${says}${validity === 'current' || validity === says ? '' : `, ${validity}`}:`)} ${shorten(content, 200)} ${dim(id)}`,
    ),
  ]);
  return [...lines, ...notices.map((notice) => dim(notice))].join('\n');
}

const VERDICT_IN_COLOUR: Readonly<Record<SentenceVerdict, (text: string) => string>> = {
  supported: good,
  outdated: bad,
  contradicted: bad,
  'not known': dim,
};

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
