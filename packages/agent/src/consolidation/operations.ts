import { z } from 'zod';
import {
  DreamAnswer,
  DreamInput,
  DreamReportInput,
  DreamReview,
} from '@mneme/core/domain/night.js';
import { renderDream, renderReview } from './view.js';
import {
  defineOperation,
  deprecatedVerb,
  requiredField,
} from '@mneme/core/operations/operation.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

export const dreamOperation = defineOperation({
  name: 'dream',
  summary: 'Put the memory in order for a while, and report what was done.',
  description:
    'Copies in other words are joined, what hangs together is linked; nothing is deleted unless the bank was told so (bank configure --clear-after-days). It asks no language model. Each change is undone alone, or all of them together: `settle` accepts them or undoes them, whole or in part; what was built upon since is kept and named.',
  input: DreamInput,
  output: DreamAnswer,
  positional: [],
  effect: 'write',
  forOperators: true,
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme dream', shows: 'what was joined and linked, what is asked' },
    { command: 'mneme dream --minutes 1', shows: 'the same, of one minute' },
    {
      command: 'mneme dream --schedule 03:00',
      shows: 'that a server that has it open dreams then',
    },
    { command: 'mneme dream --stop', shows: 'that the night under way ends' },
    { command: 'mneme dream --settle reject', shows: 'that the whole night is undone' },
    {
      command: 'mneme dream --settle reject --parts 1f-0a1b2c3d4e',
      shows: 'that one change of it is',
    },
  ],
  verb: ['dreams.dream'],
  places: [{ method: 'POST', path: '/dreams' }],
  asLines: renderDream,
  run: (memory, input, { signal, onProgress }) =>
    memory.dreams.dream({
      ...input,
      ...definedOnly({ signal, onProgress }),
    }),
});

export const dreamReportOperation = defineOperation({
  name: 'dream_report',
  words: ['dream', 'report'],
  summary: 'Tell what the last night changed, and what it leaves to you.',
  description:
    'A diff: every change with its reason and the hash that undoes it. `leave` answers a question: the memories stay as they are, and it is not asked again.',
  input: DreamReportInput,
  output: DreamReview,
  positional: [],
  effect: 'write',
  writesWith: ['leave'],
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme dream report', shows: 'the changes of the last night' },
    {
      command: 'mneme dream report --leave m_01h5k0c2x9w7a,m_01h5k0c2x9w7b',
      shows: 'that they are two memories',
    },
  ],
  served: { pace: 'quick' },
  verb: ['dreams.report'],
  places: [
    { method: 'GET', path: '/dreams/last', without: ['leave'] },
    { method: 'POST', path: '/dreams/last', called: 'dreams_leave' },
  ],
  asLines: renderReview,
  run: (memory, input) => memory.dreams.report(input),
});

// Former names of verbs that were merged into `dream` and `dream_report`.

const { settle, parts, night } = DreamInput.shape;

export const FORMER = {
  dream_settle: deprecatedVerb(dreamOperation, {
    name: 'dream_settle',
    words: ['dream', 'settle'],
    positional: ['verdict'],
    places: [{ method: 'POST', path: '/dreams/settlement' }],
    input: z.strictObject({ verdict: requiredField(settle), parts, night }),
    as: ({ verdict, ...which }) => ({ ...which, settle: verdict }),
  }),
  dream_stop: deprecatedVerb(dreamOperation, {
    name: 'dream_stop',
    words: ['dream', 'stop'],
    positional: [],
    places: [{ method: 'POST', path: '/dreams/stop' }],
    input: z.strictObject({}),
    as: () => ({ stop: true }),
  }),
  dream_leave: deprecatedVerb(dreamReportOperation, {
    name: 'dream_leave',
    words: ['dream', 'leave'],
    positional: ['memories'],
    places: [{ method: 'POST', path: '/dreams/leave' }],
    input: z.strictObject({ memories: requiredField(DreamReportInput.shape.leave) }),
    as: ({ memories }) => ({ leave: memories }),
  }),
};
