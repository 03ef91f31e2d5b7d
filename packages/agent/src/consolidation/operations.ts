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
  fieldsBut,
  inputOf,
  optionalFields,
  requiredField,
} from '@mneme/core/operations/operation.js';
import { flag } from '@mneme/core/domain/schema.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

const DreamOrReport = z.strictObject({
  ...optionalFields(DreamInput),
  report: flag('Instead: tell what a night changed, and what it leaves to you.'),
  ...optionalFields(DreamReportInput),
  night: DreamInput.shape.night
    .unwrap()
    .optional()
    .describe(
      'With `settle` and `report`: which night; the last one that changed anything when left out.',
    ),
});

export const dreamOperation = defineOperation({
  name: 'dream',
  summary: 'Put the memory in order for a while, or tell what the last night changed.',
  description:
    'Copies in other words are joined, what hangs together is linked; nothing is deleted unless the bank was told so (bank configure --clear-after-days). It asks no language model. The report is a diff: every change with its reason and the hash that undoes it. Each change is undone alone, or all of them together: `settle` accepts them or undoes them, whole or in part; what was built upon since is kept and named. `leave` answers a question of the report: the memories stay as they are, and it is not asked again.',
  input: DreamOrReport,
  output: z.union([DreamAnswer, DreamReview]),
  positional: [],
  effect: 'write',
  readsWith: 'report',
  writesStillWith: 'leave',
  forOperators: true,
  forPeopleWithout: 'report',
  idempotent: true,
  examples: [
    { command: 'mneme dream', shows: 'what was joined and linked, what is asked' },
    { command: 'mneme dream --minutes 1', shows: 'the same, of one minute' },
    { command: 'mneme dream --report', shows: 'the changes of the last night' },
    {
      command: 'mneme dream --report --leave m_01h5k0c2x9w7a,m_01h5k0c2x9w7b',
      shows: 'that they are two memories',
    },
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
  also: [{ verb: ['dreams.report'], fixed: { report: true } }],
  places: [
    { method: 'POST', path: '/dreams', without: fieldsBut(DreamOrReport, DreamInput) },
    {
      method: 'GET',
      path: '/dreams/last',
      fixed: { report: true },
      without: ['leave', ...fieldsBut(DreamOrReport, DreamReportInput)],
      called: 'dream_report',
    },
    {
      method: 'POST',
      path: '/dreams/last',
      fixed: { report: true },
      without: fieldsBut(DreamOrReport, DreamReportInput),
      called: 'dreams_leave',
    },
  ],
  asLines: (answer) => ('left' in answer ? renderReview(answer) : renderDream(answer)),
  run: async ({ dreams }, { report, ...given }, { signal, onProgress }) =>
    report
      ? dreams.report(inputOf(DreamReportInput, given, 'dream'))
      : dreams.dream({
          ...inputOf(DreamInput, given, 'dream'),
          ...definedOnly({ signal, onProgress }),
        }),
});

// Former names of verbs that were merged into `dream`.

const { settle, parts, night } = DreamInput.shape;

export const FORMER = {
  dream_report: deprecatedVerb(dreamOperation, {
    name: 'dream_report',
    words: ['dream', 'report'],
    positional: [],
    writesWith: ['leave'],
    served: { pace: 'quick' },
    input: DreamReportInput,
    as: (asked) => ({ ...asked, report: true }),
  }),
  dream_settle: deprecatedVerb(dreamOperation, {
    name: 'dream_settle',
    words: ['dream', 'settle'],
    positional: ['verdict'],
    forPeople: true,
    places: [{ method: 'POST', path: '/dreams/settlement' }],
    input: z.strictObject({ verdict: requiredField(settle), parts, night }),
    as: ({ verdict, ...which }) => ({ ...which, settle: verdict }),
  }),
  dream_stop: deprecatedVerb(dreamOperation, {
    name: 'dream_stop',
    words: ['dream', 'stop'],
    positional: [],
    forPeople: true,
    places: [{ method: 'POST', path: '/dreams/stop' }],
    input: z.strictObject({}),
    as: () => ({ stop: true }),
  }),
  dream_leave: deprecatedVerb(dreamOperation, {
    name: 'dream_leave',
    words: ['dream', 'leave'],
    positional: ['memories'],
    places: [{ method: 'POST', path: '/dreams/leave' }],
    input: z.strictObject({ memories: requiredField(DreamReportInput.shape.leave) }),
    as: ({ memories }) => ({ report: true, leave: memories }),
  }),
};
